import { readVerdicts } from '../../../evaluation/scoring/read-steps.ts'
import type { VerdictRecord } from '../../../run/record.ts'
import { cutAt } from '../../../shared/cut-at.ts'
import { readAnswer, readQuestion } from '../../../transcript/index.ts'
import type { ScoreRow } from '../source/score-row.ts'
import type { ScoreContents, ScoreRows } from '../source/score-rows.ts'
import { isOfStream } from '../streams/group-fields.ts'
import type { Stream } from '../streams/stream.ts'
import type { AlarmEvent } from './monitor-event.ts'

const most = 10
const mostVerdicts = 10
/** Characters of a question, an answer and a reason, and of a statement. They keep an event below 150,000. */
const longestText = 1000
const longestOfVerdict = 300
/** Rows to search for those of a group. */
const lookedThrough = 2000

/** Returns the ten answers of a stream within a time range that are farthest from the target, the worst first. */
export async function worstAnswers(
  rows: ScoreRows,
  stream: Stream,
  { since, until, studio }: { since: string; until: string; studio?: string },
): Promise<AlarmEvent['worst']> {
  if (stream.key.of !== 'scores') return []
  const lowerIsBetter = stream.options.watch.direction === 'rise'
  const candidates = await rows.some(stream.key.scorerId, {
    since,
    until,
    scale: stream.options.watch.high,
    order: lowerIsBetter ? 'highest' : 'lowest',
    limit: stream.key.field === undefined ? most : lookedThrough,
  })
  const own = candidates.filter((row) => isOfStream(row, stream.key)).slice(0, most)
  const contents = await rows.contents(own.map(({ id }) => id))
  return own.map((row) => worstAnswer(row, contents.get(row.id), { lowerIsBetter, studio }))
}

function worstAnswer(
  { id, time, score, agentId, traceId }: ScoreRow,
  contents: ScoreContents | undefined,
  { lowerIsBetter, studio }: { lowerIsBetter: boolean; studio?: string },
): AlarmEvent['worst'][number] {
  return {
    id,
    time,
    score,
    agentId,
    traceId,
    question: excerpt(orNothing(() => readQuestion(contents?.input))),
    answer: excerpt(orNothing(() => readAnswer(contents?.output))),
    reason: excerpt(contents?.reason),
    verdicts: worstVerdicts(readVerdicts(contents?.analyzed, { lowerIsBetter }) ?? []),
    link:
      studio === undefined || traceId === undefined
        ? undefined
        : `${studio.replace(/\/$/, '')}/traces?traceId=${encodeURIComponent(traceId)}`,
  }
}

/** Returns the verdicts with the lowest credit, in the order of the answer. */
function worstVerdicts(verdicts: readonly VerdictRecord[]): VerdictRecord[] {
  const kept = new Set(
    [...verdicts].sort((one, other) => (one.credit ?? 1) - (other.credit ?? 1)).slice(0, mostVerdicts),
  )
  return verdicts
    .filter((verdict) => kept.has(verdict))
    .map(({ unit, verdict, reason, credit, share }) => ({
      unit: excerpt(unit, longestOfVerdict) ?? '',
      verdict: excerpt(verdict, longestOfVerdict) ?? '',
      reason: excerpt(reason, longestOfVerdict),
      credit,
      share,
    }))
}

/** Third-party scorers may have inputs that are not an exchange; then there is no text to show. */
function orNothing(read: () => string | undefined): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function excerpt(text: string | undefined, longest = longestText): string | undefined {
  if (text === undefined || text === '') return undefined
  return text.length <= longest ? text : `${cutAt(text, longest - 1)}…`
}
