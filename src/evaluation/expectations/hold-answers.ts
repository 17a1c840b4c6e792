import { thrownText } from '../../judge/thrown.ts'
import type { ExpectationRecord, ItemRecord, ScorerRecord } from '../../run/record.ts'
import { extractToolCalls } from '../../transcript/index.ts'
import { type EvaluationDataset, nameOfItem } from '../dataset/dataset.ts'
import { DatasetError } from '../dataset/row.ts'
import { formatBeside, isAbove } from '../gates/format.ts'
import { assistantMessage } from '../scoring/score-answer.ts'
import type { TargetAnswer } from '../target/answer.ts'
import { knownChecks, loadChecks, type MastraChecks } from './checks.ts'
import { type Expectation, listExpectations, type ScoreRange, wordsOf } from './expect.ts'

/** Holds an answer and its scores against what its item expects. */
export type HoldAnswer = (record: ItemRecord, answer: TargetAnswer | undefined) => Promise<ItemRecord>

/**
 * What holds the answers of a dataset against what its items expect.
 *
 * @throws DatasetError for a scorer that the run does not have, and a range beyond its scale; Error where an item
 * needs the checks of Mastra and they are not installed.
 */
export async function expectationsOf(
  { items, name }: EvaluationDataset,
  scorers: readonly ScorerRecord[],
): Promise<HoldAnswer> {
  const expected = new Map(
    items.flatMap(({ id, expect }) =>
      expect === undefined ? [] : [[id, listExpectations(expect)] as const],
    ),
  )
  for (const item of items)
    for (const expectation of expected.get(item.id) ?? [])
      if (expectation.kind === 'score') checkScorer(expectation, nameOfItem(item), name, scorers)
  const needsChecks = [...expected.values()].flat().some(({ kind }) => kind === 'check')
  const checks = needsChecks ? await loadChecks() : undefined
  return async (record, answer) => {
    const expectations = expected.get(record.itemId)
    if (expectations === undefined) return record
    const held = await Promise.all(expectations.map((one) => hold(one, record, answer, checks)))
    return { ...record, expectations: held }
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

async function hold(
  expectation: Expectation,
  record: ItemRecord,
  answer: TargetAnswer | undefined,
  checks: MastraChecks | undefined,
): Promise<ExpectationRecord> {
  const what = wordsOf(expectation)
  const { failure } = record
  if (answer === undefined || failure !== undefined)
    return { what, met: false, found: `no answer: ${failure?.message ?? 'the target failed'}` }
  if (expectation.kind === 'score') return { what, ...holdScore(expectation, record) }
  if (checks === undefined) throw new Error('checks are loaded where an item has one')
  return { what, ...(await holdCheck(expectation, record, answer, checks)) }
}

/** A score that is missing is not one that meets anything. */
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

async function holdCheck(
  { name, given }: Expectation & { kind: 'check' },
  { answer: text = '' }: ItemRecord,
  { output }: TargetAnswer,
  checks: MastraChecks,
): Promise<Omit<ExpectationRecord, 'what'>> {
  const check = knownChecks[name]
  if (check === undefined) throw new Error(`${name} is a check`)
  // A text says nothing of tools: that none was called must not be taken from it.
  if (check.reads === 'tools' && !isMessages(output))
    return {
      met: false,
      found: 'the answer is not a list of Mastra messages, so the tools that it called are unknown',
    }
  const messages = check.reads === 'tools' ? output : [assistantMessage(text)]
  const found = check.reads === 'tools' ? toolsIn(output) : JSON.stringify(text.slice(0, longestFound))
  try {
    const scorer = check.make(checks, given as never)
    const run = scorer.run as (input: unknown) => Promise<{ readonly score?: unknown }>
    const { score } = await run.call(scorer, { input: [], output: messages })
    return { met: score === 1, found }
  } catch (error) {
    return { met: false, found: `could not be checked: ${thrownText(error)}` }
  }
}

function isMessages(output: unknown): boolean {
  return Array.isArray(output) && output.length > 0 && output.every(hasParts)
}

function hasParts(message: unknown): boolean {
  const { content } = Object(message) as { readonly content?: unknown }
  const { parts } = Object(content) as { readonly parts?: unknown }
  return Array.isArray(parts)
}

function toolsIn(output: unknown): string {
  const { tools } = extractToolCalls(output as never)
  return tools.length === 0 ? 'no tool was called' : `called ${tools.join(', ')}`
}
