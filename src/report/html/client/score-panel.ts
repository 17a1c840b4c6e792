import { createElement } from '../../../page/client/elements.ts'
import { markAnswer, type Segment } from '../../../text/mark-answer.ts'
import { markTurns } from '../../../text/mark-turns.ts'
import { conversation } from './conversation.ts'
import { evidence } from './evidence.ts'
import { type Changes, markedText } from './marked-text.ts'
import type { PageAnswer, PageRun, PageScore, PageScorer } from './types.ts'
import { verdictList } from './verdict-list.ts'

const whyMissing = ({ failure, userFailure }: PageAnswer) => failure ?? userFailure

/** Shows an answer with one scorer's units marked, and the judge's words on each. */
export function scorePanel(
  answer: PageAnswer,
  record: PageScore | null | undefined,
  parts: {
    readonly changes?: Changes
    readonly note?: string
    readonly scorer?: PageScorer | undefined
    readonly run?: PageRun | undefined
  } = {},
) {
  const { changes, note, scorer, run } = parts
  const failure = whyMissing(answer)
  const units = record?.verdicts?.map(({ unit }) => unit) ?? []
  const turns = markTurns(answer.turns ?? [], units)
  const segments = answer.turns ? turns.flat() : markAnswer(answer.answer ?? '', units)
  return {
    given: createElement(
      'section',
      'given',
      createElement('h4', {}, answer.turns ? 'Conversation' : 'Answer'),
      ...(answer.turns ? [conversation(answer.turns, record, turns, scorer)] : []),
      createElement(
        'div',
        {},
        ...(answer.turns ? [] : markedAnswer(answer, record, segments, changes)),
        ...(failure === undefined ? [] : [emphasised(`There is no answer: ${failure}`)]),
        ...(note === undefined ? [] : [createElement('p', 'soft', note)]),
        ...showExpectations(answer),
      ),
    ),
    judged: judgedSection(answer, record, segments, run),
  }
}

function showExpectations({ expectations = [] }: PageAnswer): HTMLElement[] {
  if (expectations.length === 0) return []
  const items = expectations.map(({ what, met, found }) =>
    createElement(
      'li',
      { dir: 'auto' },
      createElement(
        'span',
        { class: 'badge', 'data-level': met ? 'good' : 'bad' },
        met ? '✓ met' : '✗ not met',
      ),
      ` ${what}`,
      ...(found === undefined ? [] : [createElement('span', 'soft', ` · found: ${found}`)]),
    ),
  )
  return [createElement('h4', {}, 'Expected'), createElement('ul', 'expected', ...items)]
}

const emphasised = (words: string) =>
  createElement('p', { class: 'text', dir: 'auto' }, createElement('em', {}, words))

function markedAnswer(
  { answer }: PageAnswer,
  record: PageScore | null | undefined,
  segments: readonly Segment[],
  changes: Changes | undefined,
): HTMLElement[] {
  if (answer === undefined) return []
  if (answer === '') return [emphasised('The answer is empty.')]
  const words = markedText(segments, record?.verdicts ?? [], changes)
  return [createElement('p', { class: 'text', dir: 'auto' }, ...words)]
}

function judgedSection(
  answer: PageAnswer,
  record: PageScore | null | undefined,
  segments: readonly Segment[],
  run: PageRun | undefined,
): HTMLElement {
  const judged = createElement('section', 'judged')
  const verdicts = record ? verdictList(record, segments, judged) : []
  if (verdicts.length > 0)
    judged.append(createElement('h4', {}, 'Verdicts, with the judge’s words'), ...verdicts)
  const summary =
    record?.words ?? (whyMissing(answer) === undefined ? 'There is no reason.' : 'No scorer ran.')
  judged.append(
    createElement('h4', {}, 'Reason'),
    createElement('p', { class: 'summary', dir: 'auto' }, summary),
  )
  for (const sentence of record?.judgings ?? [])
    judged.append(createElement('p', { class: 'judgings', dir: 'auto' }, sentence))
  const found = evidence(record, answer, run)
  if (found.length > 0) judged.append(createElement('h4', {}, 'Evidence'), ...found)
  if (record && record.notes.length > 0)
    judged.append(createElement('p', 'soft notes', record.notes.join(' · ')))
  return judged
}
