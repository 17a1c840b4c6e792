import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { readHeader } from '../../../run/file/read-run.ts'
import { isRunName, nameRun } from '../../../run/folder/given-names.ts'
import { CommandError } from '../../command-error.ts'
import type { Plan } from '../../plan/plan.ts'
import { last } from '../../plan/run-folder.ts'

/** Words that already mean something where a run is named. */
const reserved: ReadonlySet<string> = new Set([last, 'traces'])

/** Gives a run a name, which stands for its file from then on. @throws CommandError for a name of something else. */
export async function giveName(named: string, name: string, { folder, runs }: Plan): Promise<void> {
  if (!isRunName(name) || reserved.has(name))
    throw new CommandError(
      `"${name}" cannot be the name of a run: use letters, digits, "-" and "_", and not ${[...reserved].join(' or ')}`,
    )
  const taken = [name, join(runs.path, name), join(runs.path, `${name}.jsonl`)]
    .map((place) => resolve(folder, place))
    .find((place) => existsSync(place))
  if (taken !== undefined) throw new CommandError(`${taken} already has this name: choose another one`)
  const file = await runs.findFile(named)
  await readHeader(file)
  if (dirname(file) !== runs.path)
    throw new CommandError(`${file} is not in ${runs.path}: only runs in that folder have names`)
  await nameRun(runs.path, name, basename(file))
}
