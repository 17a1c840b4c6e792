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
export function limitPassed(claim: string, sentence: string): string | undefined {
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
