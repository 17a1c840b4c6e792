import junit, { type Builder, type TestSuite } from 'junit-report-builder'
import type { GateOutcome, Inconclusive } from '../evaluation/gates/gate.ts'
import { isLetPass } from '../evaluation/gates/run-outcome.ts'
import { isOfSimulatedUser } from '../run/failures.ts'
import type { ItemRecord } from '../run/item-record.ts'
import type { PeopleSummary } from '../run/people-estimates.ts'
import type { EvaluationRun, ScorerRecord } from '../run/record.ts'
import { gateName } from './names.ts'
import { markComment } from './report-formats.ts'
import { mostAnswers, shownItems } from './run/limit-items.ts'
import { type ReportMaterial, readMaterial } from './run/material.ts'
import { errorText } from './run-notices.ts'
import { xmlText } from './safe-text.ts'
import type { VariantsMaterial } from './variants/material.ts'

/** The package's types declare an ES module's default export, but it ships CommonJS to Node: the builder itself. */
const root = junit as unknown as Builder

/**
 * Returns a run as JUnit XML for CI servers: a suite of gates, and a suite for each scorer with a case for each answer.
 *
 * A failed gate is a failure; an inconclusive one is an error, or skipped if it lets the run pass. A scorer that
 * failed, or had no answer to score, is an error with its message; answers that are not scorable are skipped, with the
 * reason as output. A low score is no failure: that is for gates to decide.
 *
 * A run with more than 10,000 answers shows 10,000: failures first, then the answers that a page would choose. Suites
 * say so.
 *
 * @throws TypeError if the parts of the material contradict each other.
 */
export const junitReport = (material: ReportMaterial): string => junitVariantsReport({ variants: [material] })

/** Returns several runs as one JUnit XML, with the variant's name before that of each suite. */
export function junitVariantsReport({ variants: materials }: Pick<VariantsMaterial, 'variants'>): string {
  const builder = root.newBuilder().name(xmlText(materials[0]?.run.header.name ?? ''))
  for (const material of materials) {
    const { run, gates = [], inconclusive = 'fail' } = material
    const { variant, startedAt } = run.header
    const addSuite = (name: string) =>
      builder.testSuite().name(xmlText(variant === undefined ? name : `${variant}: ${name}`))
    if (gates.length > 0) addGates(addSuite('gates'), gates, inconclusive)
    const items = listedItems(run)
    const counts =
      items === run.items
        ? []
        : ([
            ['answers', run.items.length],
            ['answers listed', items.length],
          ] as const)
    addExpectations(run, items, addSuite)
    for (const { scorer, people } of readMaterial(material).scorers) {
      const suite = addSuite(scorer.name).timestamp(startedAt.slice(0, 19))
      for (const [name, value] of peopleProperties(people)) suite.property(name, value)
      for (const [name, value] of counts) suite.property(name, String(value))
      for (const item of items) addAnswer(suite, run, item, scorer)
    }
  }
  return builder.build().replace('?>', `?>\n${markComment}`)
}

/** Selects items, since the builder holds the whole document in memory, some kilobytes a case. */
function listedItems(run: EvaluationRun): readonly ItemRecord[] {
  if (run.items.length <= mostAnswers) return run.items
  const ids = shownItems(
    [run],
    run.items.flatMap((item) => (hasTrouble(item) ? item.itemId : [])),
  )
  return run.items.filter(({ itemId }) => ids?.has(itemId) ?? true)
}

/** Tells whether a CI server would show the item as a failure or an error. */
const hasTrouble = ({ failure, expectations = [], scores }: ItemRecord): boolean =>
  failure !== undefined ||
  expectations.some(({ met }) => !met) ||
  Object.values(scores).some(({ outcome }) => outcome === 'failed')

/** Returns what people would score; with too few labels, only their number. */
function peopleProperties(summary: PeopleSummary | undefined): [string, string][] {
  if (summary === undefined) return []
  const { people, labels, judge } = summary
  const given: [string, string][] = [
    ['labels', String(labels)],
    ['judge alone', String(judge)],
  ]
  if ('undefinedBecause' in people) return given
  const { value, interval } = people
  const ends: [string, string][] =
    interval === undefined ? [] : [['as people, interval', `${interval.low} to ${interval.high}`]]
  return [['as people', String(value)], ...ends, ...given]
}

function addGates(suite: TestSuite, gates: readonly GateOutcome[], inconclusive: Inconclusive): void {
  for (const gate of gates) {
    const { result, sentence } = gate
    const test = suite
      .testCase()
      .className('gates')
      .name(xmlText(gateName(gate)))
      .standardOutput(xmlText(sentence))
    if (result === 'failed') test.failure(xmlText(sentence), 'gate failed')
    if (isLetPass(gate, inconclusive)) test.skipped()
    else if (result === 'cannot tell') test.error(xmlText(sentence), 'cannot tell')
  }
}

/** Adds a case for each expectation of an item, which fails if it was not met. */
function addExpectations(
  { header }: EvaluationRun,
  items: readonly ItemRecord[],
  addSuite: (name: string) => TestSuite,
): void {
  if (items.every(({ expectations = [] }) => expectations.length === 0)) return
  const suite = addSuite('expectations')
  for (const item of items)
    for (const { what, met, found } of item.expectations ?? []) {
      const test = suite
        .testCase()
        .className('expectations')
        .name(xmlText(`${answerName(header, item)}: ${what}`))
        .standardOutput(xmlText(found))
      if (!met) test.failure(xmlText(`expected: ${what}; found: ${found}`), 'not met')
    }
}

const answerName = ({ repeats }: EvaluationRun['header'], { itemId, repeat }: ItemRecord) =>
  repeats > 1 ? `${itemId}, repeat ${repeat}` : itemId

function addAnswer(
  suite: TestSuite,
  { header }: EvaluationRun,
  item: ItemRecord,
  scorer: ScorerRecord,
): void {
  const test = suite
    .testCase()
    .className(xmlText(scorer.id))
    .name(xmlText(answerName(header, item)))
  const record = item.scores[scorer.id]
  if (record === undefined) {
    const { failure } = item
    test.time(item.durationInMs / 1000)
    if (isOfSimulatedUser(failure))
      test.skipped().standardOutput(xmlText(`not scorable: ${failure?.message}`))
    else if (failure === undefined) test.error('the run holds no result of this scorer', 'no result')
    else test.error(xmlText(`no answer: ${errorText(failure)}`), 'no answer')
    return
  }
  test.time(record.durationInMs / 1000)
  if (record.outcome === 'failed') {
    test.error(xmlText(record.failure.message), xmlText(record.failure.name))
  } else if (record.outcome === 'not scorable') {
    test.skipped().standardOutput(xmlText(`not scorable: ${record.reason}`))
  } else {
    test.property('score', String(record.score))
    if (record.reason !== undefined) test.standardOutput(xmlText(record.reason))
  }
}
