import type { ItemRecord } from '../../evaluation/record.ts'
import { turnsOf } from '../../evaluation/target/conversation.ts'
import { asText } from '../../scorers/material/json-text.ts'
import { toolCallsOf } from '../../scorers/material/tool-calls.ts'
import { shorten } from '../safe-text.ts'
import type { PageTurn } from './client/types.ts'

const longestPart = 400

/** Undefined for what is no conversation. Of one that failed, nobody kept what tools were called. */
export function pageTurns(item: ItemRecord): PageTurn[] | undefined {
  const { conversation, exchange } = item
  if (conversation === undefined) return undefined
  const answers = turnsOf({ conversation, output: exchange?.output ?? [] })
  return conversation.turns.map(({ user, answer, invented }, index) => ({
    ...{ user, answer },
    tools: toolCallsOf(answers[index]?.output ?? []).map(({ toolName, args = '', outcome, result }) => {
      const came =
        result === undefined ? outcome : `${outcome === 'answered' ? '' : `${outcome}: `}${asText(result)}`
      return `${toolName}(${shorten(asText(args), longestPart)}) → ${shorten(came, longestPart)}`
    }),
    invented: invented?.join(', '),
  }))
}
