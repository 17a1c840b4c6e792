import type { PageElement } from './browser.ts'
import type { CreateElement, PageItem, PageScore, PageVerdict, Segment } from './types.ts'

export interface ScorePanelParts {
  readonly create: CreateElement
  readonly markAnswer: (answer: string, units: readonly string[]) => Segment[]
  readonly verdictLevel: (verdict: PageVerdict) => { level: string; icon: string; meaning: string }
}

/** The answer with one scorer's units marked, and the judge's words on each beside it. */
export function scorePanel(
  { create, markAnswer, verdictLevel }: ScorePanelParts,
  item: PageItem,
  record: PageScore | null | undefined,
): PageElement {
  const verdicts = record?.verdicts ?? []
  const segments = markAnswer(
    item.answer ?? '',
    verdicts.map(({ unit }) => unit),
  )
  const found = new Set(segments.map(({ verdict }) => verdict))

  const answer = create('p', { class: 'text', dir: 'auto' })
  for (const { text, verdict: index } of segments) {
    const verdict = index === undefined ? undefined : verdicts[index]
    if (index === undefined || verdict === undefined) {
      answer.append(text)
      continue
    }
    const { level, icon } = verdictLevel(verdict)
    const number = create(
      'sup',
      {},
      `${index + 1}\u2009${icon}`,
      create('span', { class: 'unseen' }, ` ${verdict.verdict}`),
    )
    answer.append(create('mark', { 'data-level': level }, text, number))
  }
  if (item.answer === '') answer.append(create('em', {}, 'The answer is empty.'))
  if (item.failure !== undefined) answer.append(create('em', {}, `There is no answer: ${item.failure}`))

  const list = create('ol', { class: 'verdicts' })
  verdicts.forEach((verdict, index) => {
    const { level, icon, meaning } = verdictLevel(verdict)
    const share = verdict.share === undefined ? '' : ` · share ${Math.round(verdict.share * 100)} %`
    const words = verdict.reason ?? 'The judge gave no reason.'
    const place = found.has(index) ? '' : ' · not in these words in the answer'
    list.append(
      create(
        'li',
        { 'data-level': level },
        create(
          'p',
          { class: 'ruling' },
          create(
            'span',
            { class: 'badge', 'data-level': level },
            `${index + 1}\u2009${icon} ${verdict.verdict}`,
          ),
          create('span', { class: 'soft' }, ` ${meaning}${share}${place}`),
        ),
        create('blockquote', { dir: 'auto' }, verdict.unit),
        create('p', { class: 'judge-words', dir: 'auto' }, words),
      ),
    )
  })

  const summary = record?.words ?? (item.failure === undefined ? 'There is no reason.' : 'No scorer ran.')
  const judged = create('section', { class: 'judged' })
  if (verdicts.length > 0) judged.append(create('h4', {}, 'Verdicts, with the judge’s words'), list)
  judged.append(
    create('h4', {}, 'What the scorer says'),
    create('p', { class: 'summary', dir: 'auto' }, summary),
  )
  if (record && record.notes.length > 0)
    judged.append(create('p', { class: 'soft notes' }, record.notes.join(' · ')))
  const given = create('section', { class: 'given' }, create('h4', {}, 'Answer'), answer)
  return create('div', { class: 'panel' }, given, judged)
}
