import type { AgreementResult } from '../../agreement/index.ts'
import { formatCount, formatMoney, formatNumberOf } from '../format.ts'

/** What the scores cost, in words. */
export function costWords({ cost: { calls, usage, money } }: AgreementResult) {
  const tokens = usage.inputTokens + usage.outputTokens
  const free = calls === 0 && tokens === 0
  return {
    calls: formatCount(calls),
    tokens: formatNumberOf(tokens, 'token'),
    money: free ? 'nothing' : money === undefined ? 'price not known' : formatMoney(money),
  }
}
