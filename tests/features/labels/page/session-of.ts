import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawAnswers } from '../../../../src/features/labels/draw/draw-answers.ts'
import type { DrawRecord } from '../../../../src/features/labels/file/label-record.ts'
import { SharedLabels } from '../../../../src/features/labels/file/shared-labels.ts'
import { lastDraw } from '../../../../src/features/labels/file/standing-labels.ts'
import { LabellingSession, type SessionOptions } from '../../../../src/features/labels/page/session.ts'
import type { EvaluationRun } from '../../../../src/run/record.ts'
import { runOf } from '../labelled-run.ts'

export const newFile = () => join(mkdtempSync(join(tmpdir(), 'verdict-labelling-')), 'labels.jsonl')

export const twoAnswers = runOf([
  { id: 'one', shares: [0.9, 0.2] },
  { id: 'two', shares: [0.4] },
])

export interface OpenSession {
  readonly session: LabellingSession
  readonly labels: SharedLabels
}

/** A session on all answers of a run. */
export async function sessionOf(
  run: EvaluationRun = twoAnswers,
  file = newFile(),
  options: Partial<SessionOptions> & { unit?: 'answer' | 'statement' } = {},
): Promise<OpenSession> {
  const { unit, ...rest } = options
  const scorer = run.header.scorers[0] as NonNullable<(typeof run.header.scorers)[0]>
  const labels = new SharedLabels(file)
  const draw = await labels.write(async ({ lines, append }) => {
    const earlier = lastDraw(lines, scorer.id, [run.header.id])
    const drawn = drawAnswers(run, scorer.id, { count: run.items.length, unit }, earlier)
    if (drawn !== undefined) await append(drawn)
    return drawn ?? earlier
  })
  const session = new LabellingSession({
    ...{ run, scorer, labels, rater: 'ann' },
    draw: draw as DrawRecord,
    ...rest,
  })
  return { session, labels }
}
