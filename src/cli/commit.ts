import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The commit that a folder is at, with '-dirty' behind it where files were changed; undefined where there is no git,
 * no repository or no commit yet.
 */
export async function commitOf(folder: string): Promise<string | undefined> {
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: folder })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
