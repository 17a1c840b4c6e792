import { createElement, verdictLevel } from './elements.ts'
import { markAnswer } from './mark-answer.ts'
import type { PageItem, PageScore } from './types.ts'

/** The answer with one scorer's units marked, and the judge's words on each beside it. */
export function scorePanel(item: PageItem, record: PageScore | null | undefined): HTMLElement {
  const verdicts = record?.verdicts ?? []
  const segments = markAnswer(
    item.answer ?? '',
    verdicts.map(({ unit }) => unit),
  )
  const inAnswer = new Set(segments.map(({ verdict }) => verdict))

  const answer = createElement('p', { class: 'text', dir: 'auto' })
  for (const { text, verdict: index } of segments) {
    const verdict = index === undefined ? undefined : verdicts[index]
    if (index === undefined || verdict === undefined) {
      answer.append(text)
      continue
    }
    const { level, icon } = verdictLevel(verdict)
    const number = createElement(
      'sup',
      {},
      `${index + 1}\u2009${icon}`,
      createElement('span', { class: 'unseen' }, ` ${verdict.verdict}`),
    )
    answer.append(createElement('mark', { 'data-level': level }, text, number))
  }
  if (item.answer === '') answer.append(createElement('em', {}, 'The answer is empty.'))
  if (item.failure !== undefined)
    answer.append(createElement('em', {}, `There is no answer: ${item.failure}`))

  const list = createElement('ol', { class: 'verdicts' })
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
          { class: 'ruling' },
          createElement(
            'span',
            { class: 'badge', 'data-level': level },
            `${index + 1}\u2009${icon} ${verdict.verdict}`,
          ),
          createElement('span', { class: 'soft' }, ` ${meaning}${share}${place}`),
        ),
        createElement('blockquote', { dir: 'auto' }, verdict.unit),
        createElement('p', { class: 'judge-words', dir: 'auto' }, words),
      ),
    )
  })

  const summary = record?.words ?? (item.failure === undefined ? 'There is no reason.' : 'No scorer ran.')
  const judged = createElement('section', { class: 'judged' })
  if (verdicts.length > 0) judged.append(createElement('h4', {}, 'Verdicts, with the judge’s words'), list)
  judged.append(
    createElement('h4', {}, 'What the scorer says'),
    createElement('p', { class: 'summary', dir: 'auto' }, summary),
  )
  if (record && record.notes.length > 0)
    judged.append(createElement('p', { class: 'soft notes' }, record.notes.join(' · ')))
  const given = createElement('section', { class: 'given' }, createElement('h4', {}, 'Answer'), answer)
  return createElement('div', { class: 'panel' }, given, judged)
}
