import { appendTo, createElement, unseen } from '../../../page/client/elements.ts'
import { markAnswer, type Segment } from '../../../text/mark-answer.ts'
import { conversation } from './conversation.ts'
import { badge, paragraph, verdictLevel } from './elements.ts'
import { evidence, showPiece } from './evidence.ts'
import { cutText, type Range } from './text-difference.ts'
import type { PageAnswer, PageRun, PageScore, PageScorer, PageVerdict } from './types.ts'

/** Parts of an answer that another does not have, and whether they were added to that one or removed from this. */
export interface Changes {
  readonly ranges: readonly Range[]
  readonly tag: 'ins' | 'del'
}

/** An answer with one scorer's units marked, and the judge's words on each. */
export interface ScorePanel {
  readonly given: HTMLElement
  readonly judged: HTMLElement
}

export function scorePanel(
  answer: PageAnswer,
  record: PageScore | null | undefined,
  {
    changes,
    note,
    scorer,
    run,
  }: {
    readonly changes?: Changes
    readonly note?: string
    readonly scorer?: PageScorer | undefined
    readonly run?: PageRun | undefined
  } = {},
): ScorePanel {
  const units = record?.verdicts?.map(({ unit }) => unit) ?? []
  const segments = markAnswer(answer.answer ?? '', units)
  return {
    given: createElement(
      'section',
      'given',
      createElement('h4', {}, answer.turns ? 'Conversation' : 'Answer'),
      answer.turns && conversation(answer.turns, record, scorer),
      createElement(
        'div',
        {},
        (!answer.turns || answer.failure !== undefined) && markedAnswer(answer, record, segments, changes),
        note !== undefined && createElement('p', 'soft', note),
        ...showExpectations(answer),
      ),
    ),
    judged: judgedSection(answer, record, new Set(segments.map(({ verdict }) => verdict)), run),
  }
}

function showExpectations({ expectations = [] }: PageAnswer): HTMLElement[] {
  if (expectations.length === 0) return []
  const items = expectations.map(({ what, met, found }) =>
    createElement(
      'li',
      { dir: 'auto' },
      met ? badge('good', '✓ met') : badge('bad', '✗ not met'),
      ` ${what}`,
      found !== undefined && createElement('span', 'soft', ` · found: ${found}`),
    ),
  )
  return [createElement('h4', {}, 'Expected'), createElement('ul', 'expected', ...items)]
}

export function changedText(text: string, start: number, changes: Changes | undefined): (Node | string)[] {
  if (changes === undefined) return [text]
  return cutText(text, start, changes.ranges).map((piece) =>
    piece.isChanged ? createElement(changes.tag, {}, piece.text) : piece.text,
  )
}

function markedAnswer(
  { answer, failure }: PageAnswer,
  record: PageScore | null | undefined,
  segments: readonly Segment[],
  changes: Changes | undefined,
): HTMLElement {
  const shown = paragraph()
  let position = 0
  for (const { text, verdict: index } of segments) {
    const verdict = index === undefined ? undefined : record?.verdicts?.[index]
    const words = changedText(text, position, changes)
    position += text.length
    if (index === undefined || verdict === undefined) {
      appendTo(shown, ...words)
      continue
    }
    const { level, icon } = verdictLevel(verdict)
    const number = createElement('sup', {}, `${index + 1}\u2009${icon}`, unseen(` ${verdict.verdict}`))
    shown.append(createElement('mark', { 'data-level': level }, ...words, number))
  }
  if (answer === '') shown.append(createElement('em', {}, 'The answer is empty.'))
  if (failure !== undefined) shown.append(createElement('em', {}, `There is no answer: ${failure}`))
  return shown
}

/** Leads to the piece of context that a verdict rests on, if the page has it. */
function pieceButton(judged: HTMLElement, { restsOn }: PageVerdict): HTMLElement | undefined {
  if (restsOn === undefined) return undefined
  const button = createElement('button', { type: 'button', class: 'see-piece' }, `Read ${restsOn}`)
  button.addEventListener('click', () => showPiece(judged, restsOn))
  return button
}

function judgedSection(
  answer: PageAnswer,
  record: PageScore | null | undefined,
  inAnswer: ReadonlySet<number | undefined>,
  run: PageRun | undefined,
): HTMLElement {
  const verdicts = record?.verdicts ?? []
  const judged = createElement('section', 'judged')
  const list = createElement('ol', 'verdicts')
  verdicts.forEach((verdict, index) => {
    const { level, icon, meaning } = verdictLevel(verdict)
    const share = verdict.share === undefined ? '' : ` · share ${Math.round(verdict.share * 100)} %`
    const words = verdict.reason ?? 'The judge gave no reason.'
    const place = inAnswer.has(index) ? '' : ' · not in these words in the answer'
    list.append(
      createElement(
        'li',
        { 'data-level': level },
        createElement(
          'p',
          'ruling',
          badge(level, `${index + 1}\u2009${icon} ${verdict.verdict}`),
          createElement('span', 'soft', ` ${meaning}${share}${place}`),
        ),
        createElement('blockquote', { dir: 'auto' }, verdict.unit),
        createElement('p', { class: 'judge-words', dir: 'auto' }, words),
        pieceButton(judged, verdict),
      ),
    )
  })
  const summary = record?.words ?? (answer.failure === undefined ? 'There is no reason.' : 'No scorer ran.')
  if (verdicts.length > 0) judged.append(createElement('h4', {}, 'Verdicts, with the judge’s words'), list)
  if (record?.verdictsLeftOut !== undefined)
    judged.append(createElement('p', 'soft', `More verdicts in the run file: ${record.verdictsLeftOut}`))
  judged.append(
    createElement('h4', {}, 'What the scorer says'),
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
