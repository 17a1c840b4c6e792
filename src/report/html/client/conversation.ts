import { appendTo, createElement, unseen } from '../../../page/client/elements.ts'
import { badge, formatScore } from './elements.ts'
import { evidence } from './evidence.ts'
import type { PageScore, PageScorer, PageTurn } from './types.ts'

/** A conversation as people read chats: the user on the left, the agent on the right, with its score of each turn. */
export function conversation(
  turns: readonly PageTurn[],
  record: PageScore | null | undefined,
  scorer: PageScorer | undefined,
): HTMLElement {
  const items = turns.map(({ user, answer, tools, invented }, index) => {
    const turn = createElement('li', {}, unseen(`Turn ${index + 1}. `), bubble('user', 'User', user))
    if (invented !== undefined)
      turn.append(createElement('p', 'soft turn-note', `Not from the item or the agent: ${invented}`))
    const score = record?.turns?.[index]
    turn.append(bubble('agent', 'Agent', answer), ...evidence(score, { tools }))
    if (score && scorer) turn.append(turnScore(score, scorer, index + 1 === record?.worstTurn))
    return turn
  })
  return createElement('ol', 'chat', ...items)
}

const bubble = (side: 'user' | 'agent', who: string, text: string) =>
  createElement(
    'p',
    { class: `said ${side}`, dir: 'auto' },
    unseen(`${who}: `),
    text === '' ? createElement('em', {}, 'No words.') : text,
  )

function turnScore(score: PageScore, scorer: PageScorer, isWorst: boolean): HTMLElement {
  const result =
    score.score === undefined
      ? `${score.outcome === 'failed' ? '✗' : '–'} ${score.outcome}`
      : formatScore(score.score, scorer)
  const line = createElement('p', 'turn-score', createElement('strong', {}, result))
  if (isWorst) line.append(' ', badge('bad', 'worst turn'))
  if (score.words !== undefined) appendTo(line, ` ${score.words}`)
  return line
}
