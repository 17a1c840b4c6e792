import { otherAmount } from './amounts.ts'
import { polarityOf } from './polarity.ts'
import { isTurnedRound } from './roles.ts'
import { tokensOf } from './tokens.ts'

const has = (words: string) => {
  const pattern = new RegExp(`\\b(?:${words})\\b`, 'i')
  return (text: string) => pattern.test(text)
}

const restricts = has('only|solely|exclusively|nothing but|nobody but|no one but')
const excepts = has('except|excepting|excluding|unless|other than|apart from|but not|but')
const isUniversal = has(
  'all|every|everyone|everybody|everything|always|any|anyone|anybody|each|entire|whole|whenever',
)
const isPartial = has(
  'some|sometimes|several|many|few|most|mostly|usually|often|occasionally|partly|half|selected|certain|a number of',
)
const requires = has('must|have to|has to|required|requires|need to|needs to|mandatory|compulsory|obliged')
const permits = has('may|can|could|might|optional|optionally|voluntary|voluntarily|not required|free to')

/** How a claim goes beyond the limits that the sentence sets, as a phrase about the sentence; undefined where it does not. */
function limitPassed(claim: string, sentence: string): string | undefined {
  if (restricts(claim) && !restricts(sentence)) return 'does not say "only"'
  if (isUniversal(claim) && !excepts(claim)) {
    if (/\b(?:except|excluding|unless|other than|apart from|but not)\b/i.test(sentence))
      return 'makes an exception'
    if (restricts(sentence) && !restricts(claim)) return 'says "only"'
    if (isPartial(sentence) && !isUniversal(sentence)) return 'says it of some alone'
  }
  if (requires(claim) && !requires(sentence) && permits(sentence)) return 'leaves it open'
  return undefined
}

/** How a claim differs from the sentence that it rests on. */
export interface Difference {
  /** Whether the sentence denies the claim, rather than says less. */
  readonly denies: boolean
  /** A phrase about the sentence. */
  readonly because: string
}

/** Longer sentences say too many things for their words to be held against each other. */
const longest = 600

/**
 * The first difference that turns a claim round although most of its words are in the sentence: a denial or an
 * opposite, another number, unit or bearer of it, who does what to whom, "only" and "except". undefined where none is
 * seen.
 *
 * @param missingNumbers Numbers of the claim that stand nowhere in the evidence.
 */
export function differenceOf(
  claimText: string,
  sentenceText: string,
  missingNumbers: readonly string[],
): Difference | undefined {
  if (claimText.length > longest || sentenceText.length > longest) return undefined
  const claim = tokensOf(claimText)
  const sentence = tokensOf(sentenceText)
  // "One" and its like may be pronouns.
  const missing = sentence.some(({ number }) => number)
    ? missingNumbers.find((number) => /\d/.test(number))
    : undefined
  const amount = missing ?? otherAmount(claim, sentence)
  if (amount !== undefined) {
    const [given, ...others] = sentence.filter(({ number }) => number)
    // The same number with another unit would read as if nothing differed.
    const isOnly = given !== undefined && others.length === 0 && !amount.startsWith(given.word)
    const because = isOnly ? `says "${given.word}", not "${amount}"` : `does not give "${amount}" for this`
    return { denies: true, because }
  }
  const { denied, isConverse } = polarityOf(claim, sentence)
  if (denied !== undefined) {
    const { claimed, said } = denied
    return {
      denies: true,
      because:
        claimed.sense === said.sense
          ? `${said.negated ? 'denies' : 'does not deny'} "${said.word}"`
          : `says "${said.word}", not "${claimed.word}"`,
    }
  }
  if (!isConverse && isTurnedRound(claim, sentence))
    return { denies: true, because: 'says it the other way round' }
  const limit = limitPassed(claimText, sentenceText)
  return limit === undefined ? undefined : { denies: false, because: limit }
}
