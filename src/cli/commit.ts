import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Returns the commit of a folder, with the suffix '-dirty' if files were changed, and its branch; each is undefined
 * without git, a repository or a commit.
 *
 * @param environment On GitHub, which checks out a commit without its branch, it names the branch.
 */
export async function readRevision(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly commit?: string; readonly branch?: string }> {
  const commit = await git(folder, 'describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
  if (commit === undefined) return {}
  const { GITHUB_HEAD_REF, GITHUB_REF_NAME } = environment
  const branch = (await git(folder, 'branch', '--show-current')) ?? (GITHUB_HEAD_REF || GITHUB_REF_NAME)
  return { commit, branch: branch || undefined }
}

async function git(folder: string, ...args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', args, { cwd: folder })
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
