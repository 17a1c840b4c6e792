import type { GateOutcome } from '../../evaluation/gates/types.ts'
import type { EvaluationRun } from '../../evaluation/record.ts'
import { textOf, worstAnswers } from '../contents/answers.ts'
import { expectationSentence, expectationsOf, unmetItem } from '../contents/expectations.ts'
import { groupFailures, groupNotScorable, scorerNames } from '../contents/groups.ts'
import type { ScorerMaterial } from '../contents/material.ts'
import { changeCells, formatNumberOf, formatScore } from '../format.ts'
import { shorten, terminalName, terminalText } from '../safe-text.ts'
import { gateName } from '../wording.ts'
import type { Paint } from './paint.ts'
import { indented, renderTable, wrap } from './table.ts'

const longestQuestion = 160
const longestReason = 400
const groupsShown = 10

const oneLine = (text: string, length: number) => shorten(terminalText(text), length)

/** The items that moved most, with their scores in both runs. */
export function movedItems(scorers: readonly ScorerMaterial[], limit: number, width: number): string {
  const rows = scorers.flatMap(({ scorer, comparison }) =>
    (comparison?.moved ?? [])
      .slice(0, limit)
      .map((item) => [
        terminalName(item.itemId),
        terminalName(scorer.name),
        ...changeCells(item, scorer.scale),
      ]),
  )
  if (rows.length === 0) return ''
  const columns = [
    { title: 'Item', flexible: true },
    { title: 'Scorer', flexible: true },
    { title: 'Before', align: 'right' },
    { title: 'After', align: 'right' },
    { title: 'Difference', align: 'right' },
  ] as const
  return renderTable(columns, rows, width)
}

/** The worst answers of one scorer, each with its question and the scorer's reason. */
export function worstOf(
  run: EvaluationRun,
  { scorer }: ScorerMaterial,
  limit: number,
  width: number,
  paint: Paint,
): string {
  const blocks = worstAnswers(run, scorer, limit).map(({ item, score, reason }) => {
    const repeat = run.header.repeats > 1 ? `, repeat ${item.repeat}` : ''
    return [
      wrap(
        `${paint('bold', formatScore(score, scorer.scale))}  ${terminalText(item.itemId)}${repeat}`,
        width,
      ),
      indented(paint('dim', oneLine(textOf(item.input), longestQuestion)), width),
      indented(reason === undefined ? 'The scorer gave no reason.' : oneLine(reason, longestReason), width),
    ].join('\n')
  })
  return blocks.join('\n')
}

/** What was expected of items and not met, in the order of the run. */
export function unmetLines(run: EvaluationRun, width: number, paint: Paint): string {
  const expectations = expectationsOf(run)
  if (expectations === undefined) return ''
  const lines = firstLines(expectations.unmet, 'other', (unmet) => {
    const { what, found } = unmet
    const item = terminalText(unmetItem(unmet, run))
    return wrap(
      `${paint('red', '✗')} ${item}: ${oneLine(what, longestReason)} – ${oneLine(found, longestReason)}`,
      width,
    )
  })
  const sentence = wrap(expectationSentence(expectations), width)
  return lines === '' ? sentence : `${lines}\n${sentence}`
}

/** Failures with the same error on one line, most frequent first. */
export function failureLines(run: EvaluationRun, width: number, paint: Paint): string {
  const nameOf = scorerNames(run)
  return firstLines(groupFailures(run), 'other error', ({ scorerId, failure, count, itemId }) => {
    const who = scorerId === undefined ? 'no answer' : terminalText(nameOf(scorerId))
    const what = oneLine(`${failure.name}: ${failure.message}`, longestReason)
    return wrap(`${paint('red', `${count} ×`)} ${who}: ${what} (first: ${terminalText(itemId)})`, width)
  })
}

/** Answers that could not be scored for the same reason on one line, most frequent first. */
export function notScorableLines(run: EvaluationRun, width: number, paint: Paint): string {
  const nameOf = scorerNames(run)
  return firstLines(groupNotScorable(run), 'other reason', ({ scorerId, reason, count, itemId }) => {
    const what = `${terminalText(nameOf(scorerId))}: ${oneLine(reason, longestReason)}`
    return wrap(`${paint('yellow', `${count} ×`)} ${what} (first: ${terminalText(itemId)})`, width)
  })
}

function firstLines<Group>(
  groups: readonly Group[],
  others: string,
  toLine: (group: Group) => string,
): string {
  const lines = groups.slice(0, groupsShown).map(toLine)
  const left = groups.length - lines.length
  return [...lines, ...(left > 0 ? [`and ${formatNumberOf(left, others)}`] : [])].join('\n')
}

const marks = {
  passed: { mark: '✓', color: 'green' },
  failed: { mark: '✗', color: 'red' },
  'cannot tell': { mark: '?', color: 'yellow' },
} as const

/** A line a gate, the outcome in words as well as in colour. */
export function gateLines(gates: readonly GateOutcome[], width: number, paint: Paint): string {
  return gates
    .map((gate) => {
      const { mark, color } = marks[gate.result]
      const { scorerId, sentence } = gate
      const isNamed = scorerId !== undefined && sentence.startsWith(scorerId)
      const name = isNamed ? gate.gate : gateName(gate)
      return wrap(
        `${paint(color, `${mark} ${gate.result}`)}  ${terminalText(name)}: ${terminalText(sentence)}`,
        width,
      )
    })
    .join('\n')
}
