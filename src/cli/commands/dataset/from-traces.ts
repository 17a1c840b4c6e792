import type { Mastra } from '@mastra/core/mastra'
import { type Case, caseOfTrace } from '../../../evaluation/cases/case.ts'
import type { DistinctQuestions } from '../../../evaluation/cases/distinct-questions.ts'
import type { TracedAnswer } from '../../../evaluation/stored/traced-answers.ts'
import { encoderInstallation } from '../../../judge/embedded/encoding/missing.ts'
import { formatQuantity } from '../../../report/format-numbers.ts'
import { terminalName } from '../../../report/safe-text.ts'
import { toNumber } from '../../../shared/to-number.ts'
import { CommandError } from '../../command-error.ts'
import type { Plan } from '../../plan/plan.ts'
import { requireMastra } from '../../plan/requirements.ts'
import { say } from '../../print.ts'
import { drawCases } from './draw-cases.ts'
import type { DatasetFlags } from './options.ts'

/** The source that gives the questions of traces alone. */
export const questions = 'questions'

export async function casesOfTraces(flags: DatasetFlags, plan: Plan): Promise<Case[]> {
  const mastra = requireMastra(plan.config)
  const { noTraces, hasTraces, tracedAnswers } = await import('../../../evaluation/stored/traced-answers.ts')
  const { agent, since, scorer } = flags
  const distinct = flags.from === questions ? await distinctQuestions() : undefined
  const range = readRange(flags)
  const found = new TraceSearch()
  const chosen = [
    agent === undefined ? 'all' : `agent ${agent}`,
    ...(since === undefined ? [] : [`since ${since.toISOString()}`]),
    ...Object.entries(range).map(([side, score]) => `${scorer} ${side} ${score}`),
    ...(distinct === undefined ? [] : ['one of those close in meaning']),
  ].join(', ')
  if (!(await hasTraces(mastra))) throw new CommandError(noTraces)
  const cases = await drawCases(
    chosenAnswers(
      tracedAnswers(mastra, { agent, since }),
      mastra,
      { scorer, ...range, distinct },
      found,
      plan.signal,
    ),
    {
      ...flags,
      chosen,
      none: () => found.whyNone(scorer),
      nameEntry: ({ traceId }) => `trace ${traceId}`,
      make: (answer, draw) => caseOfTrace({ ...answer, ...answer.read() }, draw, distinct !== undefined),
    },
    plan,
  )
  const { close = 0, empty = 0 } = distinct?.leftOut ?? {}
  const leftOut = [
    ...(close > 0 ? [`${formatQuantity(close, 'question')} close in meaning to an earlier one`] : []),
    ...(empty > 0 ? [`${formatQuantity(empty, 'question')} without text`] : []),
  ]
  if (leftOut.length > 0) say(plan.stdout, `Left out: ${leftOut.join(', ')}.`)
  if (found.agents.size > 1)
    throw new CommandError(
      `the answers are of ${named(found.agents)}, but a dataset is for one agent: name it with --agent`,
    )
  return cases
}

/** @throws CommandError without the sentence encoder. */
async function distinctQuestions() {
  const { sharedEncoder } = await import('../../../judge/embedded/encoder.ts')
  const { DistinctQuestions } = await import('../../../evaluation/cases/distinct-questions.ts')
  const encoder = sharedEncoder()
  if (encoder === undefined)
    throw new CommandError(`--from ${questions} needs the sentence encoder: ${encoderInstallation}`)
  return new DistinctQuestions(encoder)
}

/** Collects what the search came across, for its closing message. */
class TraceSearch {
  readonly agents = new Set<string>()
  readonly scorers = new Set<string>()
  answers = 0

  whyNone(scorer: string | undefined): string {
    if (this.answers === 0) return 'no trace has an answer of that agent and time'
    const known = scorer === undefined || this.scorers.has(scorer)
    const others = this.scorers.size === 0 ? 'there is none' : `there are those by ${named(this.scorers)}`
    return known
      ? `of ${this.answers} answers none has such a score`
      : `of ${this.answers} answers none has a score by ${terminalName(scorer)}: ${others}`
  }
}

const named = (names: ReadonlySet<string>) => [...names].map(terminalName).join(', ')

/** @throws CommandError for an invalid range of scores, a range without a scorer, or a scorer without a range. */
function readRange({ only = [], scorer }: DatasetFlags) {
  const range: { below?: number; above?: number } = {}
  for (const one of only) {
    const [, side, text = ''] = /^(below|above):(.+)$/.exec(one) ?? []
    const score = toNumber(text)
    if ((side !== 'below' && side !== 'above') || Number.isNaN(score))
      throw new CommandError(`--only: with traces, "${one}" must be below:0.5 or above:0.8`)
    if (range[side] !== undefined) throw new CommandError(`--only: ${side} is given twice`)
    range[side] = score
  }
  if ((scorer === undefined) !== (only.length === 0))
    throw new CommandError('--only below and above use the scores of a --scorer: give both, or neither')
  return range
}

async function* chosenAnswers(
  answers: AsyncIterable<TracedAnswer>,
  mastra: Mastra,
  which: ReturnType<typeof readRange> & {
    readonly scorer: string | undefined
    readonly distinct: DistinctQuestions | undefined
  },
  found: TraceSearch,
  signal: AbortSignal,
): AsyncGenerator<TracedAnswer> {
  const { scorer, below = Number.POSITIVE_INFINITY, above = Number.NEGATIVE_INFINITY, distinct } = which
  const { scoreStore, scoresOfAnswer } = await import('../../../evaluation/stored/score-store.ts')
  const store = scorer === undefined ? undefined : await scoreStore(mastra)
  for await (const answer of answers) {
    found.answers += 1
    if (store !== undefined) {
      const scores = await scoresOfAnswer(store, answer)
      for (const { scorerId } of scores) found.scorers.add(scorerId)
      // The latest score is that of the scorer's current version.
      const score = scores
        .filter(({ scorerId }) => scorerId === scorer)
        .sort((one, other) => Number(other.createdAt) - Number(one.createdAt))[0]?.score
      if (score === undefined || !(score < below && score > above)) continue
    }
    found.agents.add(answer.agentId)
    const input = distinct && readInput(answer)
    if (distinct !== undefined && input !== undefined && !(await distinct.add(input, signal))) continue
    yield answer
  }
}

/** Returns nothing of an incomplete trace: if it is drawn, the user is told that it was left out. */
function readInput(answer: TracedAnswer): unknown {
  try {
    return answer.read().input
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
