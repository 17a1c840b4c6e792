import { longestText } from '../relevance/features.ts'
import { isNegated } from '../support/opposites.ts'
import { readText, saysNotKnown } from './read-text.ts'

/** Words that name something and numbers: of the references that were measured hardly one has more. */
const mostItems = 5

/** Why a reference cannot be judged by its words, as a sentence; undefined where it can. */
export function whyUnsuited(reference: string): string | undefined {
  const { senses, numbers } = readText(reference.slice(0, longestText))
  const items = senses.length + numbers.length
  if (items > mostItems || reference.length > longestText)
    return `the ground truth is longer than ${mostItems} words that name something, and the embedded judge can compare short facts only`
  if (isNegated(reference) || saysNotKnown(reference))
    return 'the ground truth denies something or says that it is not known, which the embedded judge cannot compare'
  if (items === 0)
    return 'the ground truth has no word that names something, and the embedded judge compares such words'
  return undefined
}
