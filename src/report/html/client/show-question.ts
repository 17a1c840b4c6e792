import { createElement } from '../../../page/client/elements.ts'
import { type Changes, changedText } from './marked-text.ts'
import { textDifference } from './text-difference.ts'
import type { PageData, PageItem } from './types.ts'

/** The question and the ground truth of an item, each once, or by run where runs have asked other things. */
export function askedBlocks(
  data: PageData,
  item: PageItem,
): { readonly question: HTMLElement[]; readonly expected: HTMLElement[] } {
  const { relation, runs } = data
  const asked = item.answers.map((answer) => answer && (answer.asked ?? item))
  const blocks = (name: string, field: 'input' | 'groundTruth') => {
    const texts = asked.map((one) => one?.[field])
    if (!item.changed || asked.every((one) => one === null || one[field] === item[field])) {
      const text = item[field]
      return text === undefined ? [] : [block(name, text)]
    }
    const [before, after] = texts
    const difference =
      relation === 'before and after' && before !== undefined && after !== undefined
        ? textDifference(before, after)
        : undefined
    const changes = (run: number): Changes | undefined =>
      difference &&
      (run === 0 ? { ranges: difference.before, tag: 'del' } : { ranges: difference.after, tag: 'ins' })
    return texts.map((text, run) => block(`${name}: ${runs[run]?.label}`, text ?? 'None.', changes(run)))
  }
  const note = createElement(
    'p',
    { class: 'notice', 'data-level': 'partly' },
    'The runs asked or expected different things of this item, so its scores are not compared.',
  )
  return {
    question: [...(item.changed ? [note] : []), ...blocks('Question', 'input')],
    expected: blocks('Ground truth', 'groundTruth'),
  }
}

const block = (name: string, text: string, changes?: Changes) =>
  createElement(
    'section',
    {},
    createElement('h3', {}, name),
    createElement('p', { class: 'text', dir: 'auto' }, ...changedText(text, 0, changes)),
  )
