import { thrownText } from '../../judge/original-error.ts'
import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ExpectationRecord, ItemRecord } from '../../run/item-record.ts'
import type { ScorerRecord } from '../../run/record.ts'
import { whyCallsAreUnknown } from '../../scorers/material/answer.ts'
import { cutAt } from '../../shared/cut-at.ts'
import type { ToolCall } from '../../transcript/message.ts'
import { errorText } from '../../transcript/read-part.ts'
import { readToolCalls } from '../../transcript/tools.ts'
import { type EvaluationDataset, nameOfItem } from '../dataset/dataset.ts'
import { DatasetError } from '../dataset/row.ts'
import { isAbove } from '../gates/decide-by-interval.ts'
import { formatBeside } from '../gates/format-finding.ts'
import type { TargetAnswer } from '../target/target-answer.ts'
import { hasError, knownChecks } from './checks.ts'
import { describeExpectation, type Expectation, listExpectations, type ScoreRange } from './expect.ts'

/**
 * Returns a function that checks the answers of a dataset against the expectations of its items.
 *
 * @throws DatasetError for a scorer that the run does not have, and a range beyond its scale.
 */
export function makeExpectationCheck({ items, name }: EvaluationDataset, scorers: readonly ScorerRecord[]) {
  const expected = new Map(
    items.flatMap(({ id, expect }) =>
      expect === undefined ? [] : [[id, listExpectations(expect)] as const],
    ),
  )
  for (const item of items)
    for (const expectation of expected.get(item.id) ?? [])
      if (expectation.kind === 'score') checkScorer(expectation, nameOfItem(item), name, scorers)
  return (record: ItemRecord, answer: TargetAnswer | undefined): ItemRecord => {
    const expectations = expected.get(record.itemId)
    // What the agent would have answered is unknown then.
    if (expectations === undefined || isOfSimulatedUser(record.failure)) return record
    return { ...record, expectations: expectations.map((one) => hold(one, record, answer)) }
  }
}

function checkScorer(
  { scorerId, range }: Expectation & { kind: 'score' },
  item: string,
  source: string,
  scorers: readonly ScorerRecord[],
): void {
  const problem = (message: string) =>
    new DatasetError({ source, field: `expect.${scorerId}`, message: `in ${item}: ${message}` })
  const scorer = scorers.find(({ id }) => id === scorerId)
  if (scorer === undefined)
    throw problem(`there is no such scorer in this run; it has: ${scorers.map(({ id }) => id).join(', ')}`)
  const { scale = Number.POSITIVE_INFINITY } = scorer
  const beyond = [range.min, range.max].find((limit) => limit !== undefined && limit > scale)
  if (beyond !== undefined) throw problem(`expects ${beyond}, but the scorer scores from 0 to ${scale}`)
}

function hold(
  expectation: Expectation,
  record: ItemRecord,
  answer: TargetAnswer | undefined,
): ExpectationRecord {
  const what = describeExpectation(expectation)
  const { failure } = record
  if (answer === undefined || failure !== undefined)
    return { what, met: false, found: `no answer: ${failure?.message ?? 'the target failed'}` }
  if (expectation.kind === 'score') return { what, ...holdScore(expectation, record) }
  return { what, ...holdCheck(expectation, record, answer) }
}

/** Checks a score; a missing one meets no expectation. */
function holdScore(
  { scorerId, range }: Expectation & { kind: 'score' },
  { scores }: ItemRecord,
): Omit<ExpectationRecord, 'what'> {
  const score = scores[scorerId]
  if (score === undefined) return { met: false, found: 'no score', scorerId }
  if (score.outcome === 'failed') return { met: false, found: `failed: ${score.failure.message}`, scorerId }
  if (score.outcome === 'not scorable')
    return { met: false, found: `not scorable: ${score.reason}`, scorerId }
  const missed = limitMissed(score.score, range)
  return {
    met: missed === undefined,
    found: formatBeside(score.score, missed ?? range.min ?? range.max ?? 0),
    scorerId,
  }
}

function limitMissed(score: number, { min = score, max = score }: ScoreRange): number | undefined {
  if (isAbove(min, score)) return min
  return isAbove(score, max) ? max : undefined
}

const longestFound = 300

const quoted = (text: string) => `"${text.length > longestFound ? `${cutAt(text, longestFound)}…` : text}"`

function holdCheck(
  { name, given }: Expectation & { kind: 'check' },
  { answer: text = '' }: ItemRecord,
  { output }: TargetAnswer,
): Omit<ExpectationRecord, 'what'> {
  const check = knownChecks[name]
  if (check === undefined) throw new Error(`${name} is a check`)
  try {
    if (check.reads === 'text') return { met: check.isMet(text, given as never), found: quoted(text) }
    const calls = readToolCalls(output)
    // A text does not show tool calls, so it must not pass as proof that none were made.
    const unknown = calls.length === 0 && !isMessages(output) ? notMessages : whyCallsAreUnknown(output)
    if (unknown !== undefined) return { met: false, found: unknown }
    const describe = name === 'noToolErrors' ? withError : nameOfTool
    return { met: check.isMet(calls, given as never), found: toolsIn(calls, describe) }
  } catch (error) {
    return { met: false, found: `could not be checked: ${thrownText(error)}` }
  }
}

const notMessages = 'the answer is not a list of Mastra messages, so the tools that it called are unknown'

function isMessages(output: unknown): boolean {
  return Array.isArray(output) && output.length > 0 && output.every(hasParts)
}

function hasParts(message: unknown): boolean {
  const { content } = Object(message) as { readonly content?: unknown }
  const { parts } = Object(content) as { readonly parts?: unknown }
  return Array.isArray(parts)
}

const toolsIn = (calls: readonly ToolCall[], describe: (call: ToolCall) => string) =>
  calls.length === 0 ? 'no tool was called' : `called ${calls.map(describe).join(', ')}`

const nameOfTool = ({ toolName }: ToolCall) => toolName

function withError(call: ToolCall): string {
  const { toolName, state, result } = call
  if (!hasError(call)) return toolName
  if (state === 'waiting') return `${toolName} (no result)`
  const { error = result } = Object(result) as { readonly error?: unknown }
  const message = errorText(error) ?? JSON.stringify(error)
  return message === undefined ? `${toolName} (failed)` : `${toolName} (failed: ${quoted(message)})`
}
