import { appendTo, createElement, unseen } from '../../../page/client/elements.ts'
import { markAnswer, type Segment } from '../../../text/mark-answer.ts'
import { badge, formatScore } from './elements.ts'
import { evidence } from './evidence.ts'
import { markedText } from './marked-text.ts'
import type { PageAnswer, PageScore, PageScorer } from './types.ts'
import { verdictList } from './verdict-list.ts'

/**
 * A conversation as people read chats: the user on the left, the agent on the right. A turn with a score of its own has
 * its verdicts beside it, as a single answer does.
 *
 * @param segments The answer of each turn, with the units of the verdicts on the whole conversation.
 */
export function conversation(
  turns: NonNullable<PageAnswer['turns']>,
  record: PageScore | null | undefined,
  segments: readonly (readonly Segment[])[],
  scorer: PageScorer | undefined,
): HTMLElement {
  const items = turns.map(({ user, answer, tools, invented }, index) => {
    const score = record?.turns?.[index]
    const { verdicts = [] } = score ?? record ?? {}
    const units = verdicts.map(({ unit }) => unit)
    const marked = score === undefined ? (segments[index] ?? []) : markAnswer(answer, units)
    const said = createElement('div', 'turn-said', bubble('user', 'User', user))
    if (invented !== undefined)
      said.append(createElement('p', 'soft turn-note', `Not from the item or the agent: ${invented}`))
    said.append(bubble('agent', 'Agent', ...markedText(marked, verdicts)))
    const judged = createElement('div', 'turn-judged')
    if (score && scorer)
      judged.append(
        turnScore(score, scorer, index + 1 === record?.worstTurn),
        ...verdictList(score, marked, judged),
      )
    judged.append(...evidence(score, { tools }))
    return createElement('li', {}, unseen(`Turn ${index + 1}. `), said, judged)
  })
  return createElement('ol', 'chat', ...items)
}

const bubble = (side: 'user' | 'agent', who: string, ...words: readonly (Node | string)[]) =>
  createElement(
    'p',
    { class: `said ${side}`, dir: 'auto' },
    unseen(`${who}: `),
    ...(words.some((word) => word !== '') ? words : [createElement('em', {}, 'No words.')]),
  )

function turnScore(score: PageScore, scorer: PageScorer, isWorst: boolean): HTMLElement {
  const found =
    score.score === undefined
      ? `${score.outcome === 'failed' ? '✗' : '–'} ${score.outcome}`
      : formatScore(score.score, scorer)
  const line = createElement('p', 'turn-score', createElement('strong', {}, found))
  if (isWorst) line.append(' ', badge('bad', 'worst turn'))
  if (score.words !== undefined) appendTo(line, ` ${score.words}`)
  return line
}
