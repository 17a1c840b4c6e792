import { createElement } from '../../../page/client/elements.ts'
import type { VerdictRecord } from '../../../run/score-record.ts'
import type { Segment } from '../../../text/mark-answer.ts'
import { sayVerdict } from '../../say-verdict.ts'
import { verdictLevel } from './elements.ts'
import { showPiece } from './evidence.ts'
import type { PageScore } from './types.ts'

/**
 * Shows the verdicts of a score, with the judge's words on each.
 *
 * @param segments The answer with its units: verdicts on other words say so.
 * @param panel Where the pieces of context are that verdicts lead to.
 * @returns Nothing if there are none.
 */
export function verdictList(
  { verdicts = [], verdictsLeftOut, context = [] }: PageScore,
  segments: readonly Segment[],
  panel: HTMLElement,
): HTMLElement[] {
  const inAnswer = new Set(segments.map(({ verdict }) => verdict))
  // Pieces of context, instructions and criteria are judged, too: nobody looks for them in the answer.
  const isOfAnswer = segments.some(({ verdict }) => verdict !== undefined)
  const items = verdicts.map((verdict, index) => {
    const { level, icon } = verdictLevel(verdict)
    const { name, details } = sayVerdict(verdict)
    const words = verdict.reason ?? 'The judge gave no reason.'
    const isLost = isOfAnswer && !inAnswer.has(index) && !context.includes(verdict.unit)
    const place = isLost ? ['not in these words in the answer'] : []
    return createElement(
      'li',
      { 'data-level': level },
      createElement(
        'p',
        'ruling',
        createElement('span', { class: 'badge', 'data-level': level }, `${index + 1}\u2009${icon} ${name}`),
        createElement('span', 'soft', ` ${[...details, ...place].join(' · ')}`),
      ),
      createElement('blockquote', { dir: 'auto' }, verdict.unit),
      createElement('p', { class: 'judge-words', dir: 'auto' }, words),
      ...pieceButton(panel, verdict),
    )
  })
  return [
    ...(items.length === 0 ? [] : [createElement('ol', 'verdicts', ...items)]),
    ...(verdictsLeftOut === undefined
      ? []
      : [createElement('p', 'soft', `More verdicts in the run file: ${verdictsLeftOut}`)]),
  ]
}

/** Leads to the piece of context that a verdict rests on, if the page has it. */
function pieceButton(panel: HTMLElement, { restsOn }: VerdictRecord): HTMLElement[] {
  if (restsOn === undefined) return []
  const button = createElement('button', { type: 'button', class: 'see-piece' }, `Read ${restsOn}`)
  button.addEventListener('click', () => showPiece(panel, restsOn))
  return [button]
}
