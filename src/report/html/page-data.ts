import { askedContent, restrict } from '../../evaluation/comparison/common-items.ts'
import { listGroupFields, valueAt } from '../../evaluation/comparison/item-groups.ts'
import { worstTurn } from '../../evaluation/scoring/mean-of-turns.ts'
import { splitIntoTurns } from '../../evaluation/target/conversation.ts'
import type { JsonValue } from '../../judge/contract.ts'
import { isOfSimulatedUser } from '../../run/failures.ts'
import { formatQuestion, formatValue } from '../../run/format-value.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import {
  type Cost,
  type EvaluationRun,
  type FailureRecord,
  type ScoreRecord,
  type ScorerRecord,
  toAnswerKey,
} from '../../run/record.ts'
import { allVerdicts } from '../../run/score-record.ts'
import { asText } from '../../scorers/material/json-text.ts'
import { cutAt } from '../../shared/cut-at.ts'
import { formatMoney } from '../format-costs.ts'
import { digitsFor, formatDuration, formatQuantity, formatScore } from '../format-numbers.ts'
import { mostAnswers, shownItems } from '../run/limit-items.ts'
import { timedToolCalls, tookText } from '../run/tool-calls.ts'
import { toolMockText } from '../run/tool-mocks.ts'
import { errorText } from '../run-notices.ts'
import type { PageAnswer, PageData, PageItem, PageRun, PageScore, PageTool } from './client/types.ts'
import { decidingInPage, fitPage } from './fit-page.ts'

/** A selection need not be as large as the largest run that a page shows whole: this many answers are some 3 MB. */
const mostSelected = 1_500

/** What a browser shows at once. Longer texts are cut, too, and these have about as many statements. */
const mostVerdicts = 500

export interface NamedRun extends Pick<PageRun, 'label' | 'name'> {
  readonly run: EvaluationRun
}

/**
 * Returns the data that the page's script shows: of one run, of two runs (the second is the later one), or of variants.
 * Answers are paired by item and repeat; scorers are those of the later run, or of any variant.
 *
 * @param linked Ids of items that the page links to, which are included even if there is no room for all.
 */
export const pageData = (
  relation: PageData['relation'],
  all: readonly NamedRun[],
  { linked = [] }: { linked?: readonly string[] } = {},
): PageData => {
  const data = fitPage(
    (share) => wholeData(relation, all, linked, Math.floor(mostAnswers * share)),
    decidingInPage,
  )
  if (data === undefined)
    throw new RangeError('a page of these answers would be too large: read the run file')
  return data
}

/** @param most The maximum number of answers of each run. */
function wholeData(
  relation: PageData['relation'],
  all: readonly NamedRun[],
  linked: readonly string[],
  most: number,
): PageData {
  const about = relation === 'before and after' ? all.slice(1) : all
  const ids = shownItems(
    about.map(({ run }) => run),
    linked,
    most,
    Math.min(most, mostSelected),
  )
  const runs = ids === undefined ? all : all.map((one) => ({ ...one, run: restrict(one.run, ids) }))
  const shown = relation === 'before and after' ? runs.slice(1) : runs
  const scorers = new Map(shown.flatMap(({ run }) => run.header.scorers.map((one) => [one.id, one])))
  const records = runs.map(({ run }) => new Map(run.items.map((item) => [toAnswerKey(item), item])))
  const asked = runs.map(({ run }) => new Map(run.items.map((item) => [item.itemId, askedContent(item)])))
  const inOrder = [...shown, ...runs].flatMap(({ run }) => run.items)
  const first = new Map(inOrder.toReversed().map((item) => [toAnswerKey(item), item]))
  const keys = new Set(inOrder.map(toAnswerKey))
  return {
    repeats: Math.max(...runs.map(({ run }) => run.header.repeats)),
    answersLeftOut: Math.max(
      ...all.map(({ run }, index) => run.items.length - (runs[index]?.run.items.length ?? 0)),
    ),
    relation,
    runs: runs.map(({ label, name, run }) => {
      const { model, instructionsText: instructions } = run.header.target
      return { label, name, model, instructions }
    }),
    scorers: [...scorers.values()].map(({ id, name, scale, lowerIsBetter }) => {
      return { id, name, scale, lowerIsBetter, digits: digitsFor(scale) }
    }),
    items: [...keys].flatMap((key) => {
      const item = first.get(key)
      if (item === undefined) return []
      const contents = new Set(asked.flatMap((one) => one.get(item.itemId) ?? []))
      const given = records.map((one) => one.get(key))
      return [pageItem(item, given, [...scorers.values()], contents.size > 1)]
    }),
  }
}

/** @param item The item whose question appears above the answers. */
function pageItem(
  item: ItemRecord,
  given: readonly (ItemRecord | undefined)[],
  scorers: readonly ScorerRecord[],
  changed: boolean,
): PageItem {
  const asked = askedIn(item)
  return {
    id: item.itemId,
    repeat: item.repeat,
    ...asked,
    metadata: metadataLines(item),
    changed: changed || undefined,
    answers: given.map((record) => {
      if (record === undefined) return null
      const own = changed && record !== item ? askedIn(record) : undefined
      return { asked: own, ...pageAnswer(record, scorers) }
    }),
  }
}

/** Metadata is for groups: of a longer value, as a whole document, the beginning says which it is. */
const longestValue = 200

function metadataLines({ metadata }: ItemRecord): string[] | undefined {
  const fields = listGroupFields([{ metadata }])
  const lines = fields.map((field) => {
    const text = formatValue(valueAt({ metadata }, field) as JsonValue)
    return `${field}: ${text.length > longestValue ? `${cutAt(text, longestValue)}…` : text}`
  })
  return lines.length === 0 ? undefined : lines
}

const askedIn = ({ input, until, groundTruth }: ItemRecord) => ({
  input: formatQuestion({ input, until }),
  groundTruth: groundTruth === undefined ? undefined : formatValue(groundTruth),
})

const pageAnswer = (item: ItemRecord, scorers: readonly ScorerRecord[]): PageAnswer => ({
  answer: item.answer,
  context: item.context,
  tools: item.conversation || item.exchange === undefined ? undefined : pageTools(item, item.exchange.output),
  turns: pageTurns(item),
  ...pageFailure(item.failure),
  expectations: item.expectations?.map(({ what, met, found }) => {
    return { what, met, found: met ? undefined : found }
  }),
  notes: [
    ...(item.group === undefined ? [] : [`group ${item.group}`]),
    ...(item.toolMockReport === undefined ? [] : [toolMockText(item.toolMockReport)]),
    `answered in ${formatDuration(item.durationInMs)}`,
    ...costNotes(item.cost),
  ],
  scores: scorers.map((scorer) => {
    const record = item.scores[scorer.id]
    return record === undefined ? null : pageScore(record, scorer)
  }),
})

function pageFailure(failure: FailureRecord | undefined): Pick<PageAnswer, 'failure' | 'userFailure'> {
  const text = failure && errorText(failure)
  return isOfSimulatedUser(failure) ? { userFailure: text } : { failure: text }
}

const pageTools = (item: ItemRecord, output: unknown): PageTool[] =>
  timedToolCalls(item, output).map((call) => ({
    name: call.toolName,
    took: tookText(call),
    arguments: call.args === undefined ? undefined : asText(call.args),
    outcome: call.outcome,
    result: call.result === undefined ? undefined : asText(call.result),
  }))

/** Returns the turns of a conversation; undefined for other items. A failed one has no record of its tool calls. */
function pageTurns(item: ItemRecord): PageAnswer['turns'] {
  const { conversation, exchange } = item
  if (conversation === undefined) return undefined
  const answers = splitIntoTurns({ conversation, output: exchange?.output ?? [] })
  return conversation.turns.map(({ user, answer, invented }, index) => ({
    user,
    answer,
    tools: pageTools(item, answers[index]?.output ?? []),
    invented: invented?.join(', '),
  }))
}

function pageScore(record: ScoreRecord, scorer: ScorerRecord): PageScore {
  const { outcome, context, evidence = [], turns, cost, durationInMs } = record
  const verdicts = allVerdicts(record)
  const { scale } = scorer
  const judged = evidence.map(
    ({ judge, task, cached }) => `${judge}, ${task}${cached ? ', from the cache' : ''}`,
  )
  const warnings = evidence.flatMap((piece) => piece.warnings)
  // A conversation's evidence is that of its turns.
  const prompts = (turns === undefined ? evidence : []).flatMap((piece) =>
    piece.prompts.map((asked, index) => ({ asked, replied: piece.replies?.[index] || undefined })),
  )
  return {
    outcome,
    score: outcome === 'scored' ? record.score : undefined,
    words: outcome === 'failed' ? failureText(record.failure) : record.reason,
    verdicts: verdicts?.slice(0, mostVerdicts).map(({ start: _start, end: _end, ...verdict }) => verdict),
    verdictsLeftOut: Math.max(0, (verdicts?.length ?? 0) - mostVerdicts) || undefined,
    context,
    prompts: prompts.length > 0 ? prompts : undefined,
    turns: turns?.map((turn) => pageScore(turn, scorer)),
    worstTurn: turns && worstTurn(turns, scorer.lowerIsBetter),
    judgings: judgingSentences(record, scale),
    notes: [
      ...new Set([...judged, ...warnings]),
      `scored in ${formatDuration(durationInMs)}`,
      ...costNotes(cost),
    ],
  }
}

function judgingSentences(record: ScoreRecord, scale: number | undefined): string[] | undefined {
  if (record.outcome !== 'scored') return undefined
  const { score, again = [], againFailed = [] } = record
  const judgings = 1 + again.length + againFailed.length
  if (judgings === 1) return undefined
  const scores = [score, ...again].map((one) => formatScore(one, scale))
  return [
    `Judged ${judgings} times: ${scores.join(', ')}. The words shown are from the first.`,
    ...againFailed.map((why) => `No score: ${why}`),
  ]
}

const failureText = (failure: FailureRecord) =>
  `${errorText(failure)} (tried ${formatQuantity(failure.attempts, 'time')})`

function costNotes({ calls, usage, money }: Cost): string[] {
  const tokens = usage.inputTokens + usage.outputTokens
  if (calls + tokens === 0) return []
  return [
    formatQuantity(calls, 'call'),
    formatQuantity(tokens, 'token'),
    ...(money === undefined ? [] : [formatMoney(money)]),
  ]
}
