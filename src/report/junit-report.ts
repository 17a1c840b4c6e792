import type { GateOutcome } from '../evaluation/gates/types.ts'
import type { ItemRecord, RunHeader, ScorerRecord } from '../evaluation/record.ts'
import { gateName } from './material/gate-name.ts'
import { type ReportMaterial, readMaterial } from './material/material.ts'
import { type XmlElement, xmlDocument } from './xml.ts'

/**
 * A run as JUnit XML, as build servers read it: a suite of gates, and a suite for each scorer with a case for each
 * answer.
 *
 * A gate that failed is a failure, one that cannot tell an error. A scorer that failed, or had no answer to score, is
 * an error with its message; what is not scorable is skipped, with the reason as output. A low score is no failure:
 * that is for a gate to say.
 *
 * @throws TypeError where the material does not fit together.
 */
export function junitReport(material: ReportMaterial): string {
  const { run, gates = [] } = material
  const timestamp = run.header.startedAt.slice(0, 19)
  const suites = [
    ...(gates.length > 0 ? [toSuite({ name: 'gates' }, gates.map(gateCase))] : []),
    ...readMaterial(material).map(({ scorer }) =>
      toSuite(
        { name: scorer.name, timestamp },
        run.items.map((item) => answerCase(run.header, item, scorer)),
      ),
    ),
  ]
  const cases = suites.flatMap(({ content }) => content)
  return xmlDocument({
    name: 'testsuites',
    attributes: { name: run.header.name, ...count(cases) },
    content: suites,
  })
}

interface Suite extends XmlElement {
  readonly content: readonly XmlElement[]
}

const toSuite = (attributes: Record<string, string>, cases: readonly XmlElement[]): Suite => ({
  name: 'testsuite',
  attributes: { ...attributes, ...count(cases) },
  content: cases,
})

function count(cases: readonly XmlElement[]) {
  const having = (outcome: string) =>
    cases.filter(({ content }) => Array.isArray(content) && content.some(({ name }) => name === outcome))
      .length
  return {
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  }
}

const output = (text: string): XmlElement => ({ name: 'system-out', content: text })
const problem = (name: 'failure' | 'error', message: string, type: string): XmlElement => ({
  name,
  attributes: { message, type },
})

function gateCase(gate: GateOutcome): XmlElement {
  const { result, sentence } = gate
  return {
    name: 'testcase',
    attributes: { classname: 'gates', name: gateName(gate) },
    content: [
      ...(result === 'failed' ? [problem('failure', sentence, 'gate failed')] : []),
      ...(result === 'cannot tell' ? [problem('error', sentence, 'cannot tell')] : []),
      output(sentence),
    ],
  }
}

function answerCase({ repeats }: RunHeader, item: ItemRecord, scorer: ScorerRecord): XmlElement {
  const { durationInMs } = item.scores[scorer.id] ?? item
  return {
    name: 'testcase',
    attributes: {
      classname: scorer.id,
      name: repeats > 1 ? `${item.itemId}, repeat ${item.repeat}` : item.itemId,
      time: durationInMs / 1000,
    },
    content: outcomeOf(item, scorer),
  }
}

function outcomeOf({ failure, scores }: ItemRecord, { id }: ScorerRecord): XmlElement[] {
  const record = scores[id]
  if (record === undefined) {
    return failure === undefined
      ? [problem('error', 'the run holds no result of this scorer', 'no result')]
      : [problem('error', `no answer: ${failure.name}: ${failure.message}`, 'no answer')]
  }
  if (record.outcome === 'failed') return [problem('error', record.failure.message, record.failure.name)]
  if (record.outcome === 'not scorable')
    return [{ name: 'skipped' }, output(`not scorable: ${record.reason}`)]
  const score: XmlElement = { name: 'property', attributes: { name: 'score', value: record.score } }
  return [
    { name: 'properties', content: [score] },
    ...(record.reason === undefined ? [] : [output(record.reason)]),
  ]
}
