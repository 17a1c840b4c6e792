import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Returns the commit of a folder, with the suffix '-dirty' if files were changed; undefined without git, a repository
 * or a commit.
 */
export async function readCommit(folder: string): Promise<string | undefined> {
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: folder })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
