import { statSync } from 'node:fs'
import { CommandError } from '../../../cli/command-error.ts'
import type { RoomSurroundings } from '../../../cli/surroundings.ts'
import type { Routes } from '../../../server/serve.ts'
import { addLabelling, type LabelQuery } from './serve.ts'
import type { LabellingSession } from './session.ts'

/** Adds the labelling page of every run. A session begins when its page is first opened, and anew when its run changes. */
export function addLabelRoom(routes: Routes, around: RoomSurroundings): void {
  const sessions = new Map<string, { readonly stamp: string; readonly session: Promise<LabellingSession> }>()

  async function begin(file: string, scorer: string | undefined): Promise<LabellingSession> {
    const [{ readRun }, { beginSession }, { readSubject }, { scoredAnswers }] = await Promise.all([
      import('../../../run/file/read-run.ts'),
      import('./begin-session.ts'),
      import('../labelling-subject.ts'),
      import('../scored-answers.ts'),
    ])
    const run = await readRun(file)
    const scored = run.header.scorers.find(({ id }) => scoredAnswers(run, id).length > 0)
    const subject = readSubject(run, file, { scorer: scorer ?? scored?.id }, around)
    const { session } = await beginSession(subject, { offersScorers: true }, around)
    return session
  }

  async function find({ run = '', scorer }: LabelQuery): Promise<LabellingSession> {
    const file = await around.findRun(run)
    const stats = file && statSync(file, { throwIfNoEntry: false })
    if (!stats) throw new CommandError(`The run ${run} no longer exists: it may have been removed.`)
    const stamp = `${stats.size} ${stats.mtimeMs}`
    const key = JSON.stringify([run, scorer])
    const known = sessions.get(key)
    if (known?.stamp === stamp) return known.session
    const session = begin(file, scorer)
    sessions.set(key, { stamp, session })
    session.catch(() => sessions.delete(key))
    return session
  }

  addLabelling(routes, { find })
}
