import type { AnswerType } from './answer-type.ts'
import type { Features } from './features.ts'

const asked: Readonly<Record<AnswerType, string>> = {
  person: 'a name, as "who" asks',
  date: 'a date or time, as "when" asks',
  number: 'a number, as the question asks',
  place: 'a place, as "where" asks',
  cause: 'a cause, as "why" asks',
  money: 'a price, as the question asks',
  duration: 'a length of time, as "how long" asks',
  process: 'a way in which it happens, as "how" asks',
  procedure: 'a step, as "how" asks',
  meaning: 'a definition, as the question asks',
  choice: 'a recommendation, as the question asks',
  confirmation: 'a yes or no, as the question asks',
  any: '',
}

/** Why a statement was judged as it was: a plain phrase made of what was measured. */
export function reasonFor(type: AnswerType, features: Features): string {
  const phrases = [sharedWords(features.coverage)]
  if (features.cosine !== undefined) phrases.push(meaning(features.cosine))
  if (type !== 'any') {
    if (features.type === 1) phrases.push(`gives ${asked[type]}`)
    if (features.type === 0) phrases.push(`does not give ${asked[type]}`)
  }
  const last = phrases.pop()
  return phrases.length === 0 ? `${last}` : `${phrases.join(', ')} and ${last}`
}

function sharedWords(coverage: number): string {
  if (coverage === 0) return 'shares no word with the question'
  return coverage < 0.5 ? 'shares some words with the question' : 'shares most words with the question'
}

/** Below the first: a third of the irrelevant calibration statements; above the second: half of the relevant ones. */
function meaning(cosine: number): string {
  if (cosine < 0.25) return 'means something else'
  return cosine < 0.5 ? 'is near to it in meaning' : 'is close to it in meaning'
}
