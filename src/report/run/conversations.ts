import { isOfSimulatedUser } from '../../run/failures.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import { computeMean } from '../../statistics/mean.ts'
import { type Sentence, sentence } from '../document/blocks.ts'
import { formatCount, formatQuantity } from '../format-numbers.ts'
import { shorten } from '../safe-text.ts'

type ConversationAnswer = ItemRecord & { readonly conversation: NonNullable<ItemRecord['conversation']> }

const endings = {
  script: 'ran to the end of the script',
  'goal met': 'ended because the simulated user said that the goal was met',
  'given up': 'ended because the simulated user gave up',
  'out of turns': 'ran out of turns',
} as const
const shownFacts = 8

/** Summarises conversations: their turns, why they ended, when goals were reached, what users made up. */
export function conversationBlocks({ header, items }: EvaluationRun): Sentence[] {
  const held = items.filter(
    (item): item is ConversationAnswer => item.conversation !== undefined && !isOfSimulatedUser(item.failure),
  )
  const untold = items.filter(({ failure }) => isOfSimulatedUser(failure)).length
  if (held.length === 0) return compact([untoldSentence(untold)])
  const whole = held.filter(({ failure }) => failure === undefined)
  const turns = held.reduce((sum, { conversation }) => sum + conversation.turns.length, 0)
  const ended = Map.groupBy(whole, ({ conversation }) => conversation.end ?? 'script')
  const broken = held.length - whole.length
  const counts = compact([
    ...[...ended].map(([end, { length }]) => `${length} ${endings[end]}`),
    broken > 0 && `${broken} broke off with a failure`,
  ]).join('; ')
  return compact([
    sentence(
      `${formatQuantity(held.length, 'conversation')} with ${formatQuantity(turns, 'turn')} in all: ${counts}.`,
    ),
    ...header.scorers.map((scorer) => goalSentence(scorer, header.repeats, held, countItems(items))),
    untoldSentence(untold),
    inventedSentence(held),
  ])
}

const countItems = (items: readonly ItemRecord[]) =>
  new Set(
    items.flatMap(({ itemId, conversation, failure }) =>
      conversation !== undefined || isOfSimulatedUser(failure) ? itemId : [],
    ),
  ).size

/** Says how many conversations failed because of the simulated user. They do not count as missed goals. */
const untoldSentence = (count: number) =>
  count > 0 &&
  sentence(
    `${formatQuantity(count, 'conversation')} failed because of the simulated user. That says nothing about the agent: not scorable.`,
    { tone: 'partly' },
  )

/** Takes the mean only over conversations that reach the goal: nobody knows how long the others would take. */
function goalSentence(
  { id, name }: ScorerRecord,
  repeats: number,
  held: readonly ConversationAnswer[],
  itemsInAll: number,
): Sentence | undefined {
  const tries = held.flatMap(({ itemId, scores: { [id]: score } }) =>
    score?.outcome === 'scored' ? [{ itemId, turn: score.reachedAtTurn }] : [],
  )
  const turns = tries.flatMap(({ turn }) => turn ?? [])
  if (turns.length === 0) return undefined
  const average = `after ${computeMean(turns).toFixed(1)} turns on average`
  if (repeats === 1)
    return sentence(
      `reached in ${turns.length} of ${formatQuantity(tries.length, 'conversation')}; in these ${average}.`,
      { name },
    )
  const byItem = [...Map.groupBy(tries, ({ itemId }) => itemId).values()]
  const scored = byItem.filter((own) => own.length === repeats)
  const reached = scored.map((own) => own.filter(({ turn }) => turn !== undefined).length)
  const all = reached.filter((count) => count === repeats).length
  const some = reached.filter((count) => count > 0).length - all
  const inSome = some === 0 ? '' : `, ${formatCount(some)} in some of their tries`
  const open = itemsInAll - scored.length
  const rest =
    open === 0
      ? ''
      : ` ${formatQuantity(open, 'more item')} ${open === 1 ? 'has' : 'have'} tries without a score.`
  return sentence(
    `${formatCount(all)} of ${formatCount(scored.length)} reached the goal in each of ${formatCount(repeats)} tries${inSome}; ${average}.${rest}`,
    { name },
  )
}

function inventedSentence(held: readonly ConversationAnswer[]): Sentence | undefined {
  const invented = held.map(({ conversation }) => [
    ...new Set(conversation.turns.flatMap((turn) => turn.invented ?? [])),
  ])
  const facts = invented.flat()
  if (facts.length === 0) return undefined
  const different = [...new Set(facts)]
  const rest = different.length - shownFacts
  const shown = different
    .slice(0, shownFacts)
    .map((fact) => `“${shorten(fact, 60)}”`)
    .join(', ')
  const among = formatQuantity(invented.filter(({ length }) => length > 0).length, 'conversation')
  return sentence(
    `Simulated users stated ${formatQuantity(facts.length, 'fact')} in ${among} that neither their item nor the agent gave: ${shown}${rest > 0 ? ` and ${rest} more` : ''}.`,
    { tone: 'partly' },
  )
}
