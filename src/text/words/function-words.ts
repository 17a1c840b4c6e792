import * as stopword from 'stopword'
import { listedContentWords } from './listed-content-words.ts'
import { foldWord } from './words.ts'

/**
 * English words of the closed classes (pronouns, auxiliaries, prepositions, conjunctions, common adverbs) and the verbs
 * that carry next to no meaning: the list of `stopword` has 108 words and lacks most of their forms.
 */
const closedClasses = `
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves one ones this that these those here there who whom whose
  which what when where why how whoever whatever whichever whenever wherever
  be am is are was were been being have has had having do does did doing done will would shall should can could may
  might must ought cannot
  a an the some any no not nor none every each either neither both all few many much more most less least several
  enough other another others such own same
  and or but if unless until while although though because since so than whether as lest yet
  of at by for with about against between among into onto through throughout during before after above below over
  under to from up down in out on off upon within without across along around behind beside besides beyond near per
  via toward towards despite except amid
  again further then once ever never always often sometimes usually already still just only also too very quite
  rather really almost even perhaps maybe however therefore thus hence instead indeed moreover nevertheless
  otherwise meanwhile now
  get gets got getting gotten go goes went going gone come comes came coming make makes made making take takes took
  taken taking give gives gave given say says said saying let lets
  isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't
  couldn't mustn't i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd
  they'd i'll you'll he'll she'll we'll they'll that's there's here's what's who's let's`

/** Folded. */
export const englishFunctionWords: ReadonlySet<string> = new Set([
  ...stopword.eng,
  ...closedClasses.trim().split(/\s+/),
])

/** Lists of `stopword` to skip: digits, a second list of Punjabi, and English, which is above. */
const notLanguages = new Set(['_123', 'panGu', 'eng'])

interface Language {
  /** All of its list, by which it is detected. */
  readonly words: ReadonlySet<string>
  readonly functionWords: ReadonlySet<string>
  /** How many more of its words than English ones a text must have. */
  readonly lead: number
}

/** "die" and "was" are English words, too: one or two such words do not make a text German. */
const leadInLatinScript = 3

/** Returns all languages, and by a folded word those in which it is a function word. */
function readLanguages() {
  const all: Language[] = []
  const byWord = new Map<string, Language[]>()
  for (const [code, list] of Object.entries(stopword)) {
    if (!Array.isArray(list) || notLanguages.has(code)) continue
    const lead = /\p{Script=Latin}/u.test(list.join('')) ? leadInLatinScript : 1
    const words = new Set(list.map(foldWord))
    const content = new Set((listedContentWords[code] ?? '').trim().split(/\s+/).map(foldWord))
    const functionWords = new Set([...words].filter((word) => !content.has(word)))
    const language = { words, functionWords, lead }
    all.push(language)
    for (const word of language.words) byWord.set(word, [...(byWord.get(word) ?? []), language])
  }
  return { all, byWord }
}

/** Read with the first text. */
let languages: ReturnType<typeof readLanguages> | undefined

/** This many words suffice to detect the language of a text. */
const wordsLookedAt = 500

/**
 * Returns the function words ("the", "of", "is") of the language of a text, folded. The language is the one with the
 * most function words in the text; English unless another is ahead of it (by three, in Latin script).
 *
 * @param folded The words of the text, folded; only the first 500 count.
 */
export function functionWordsFor(folded: readonly string[]): ReadonlySet<string> {
  languages ??= readLanguages()
  const counts = new Map<Language, number>()
  let inEnglish = 0
  for (const word of new Set(folded.slice(0, wordsLookedAt))) {
    if (englishFunctionWords.has(word)) inEnglish += 1
    for (const language of languages.byWord.get(word) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  let best: { readonly functionWords: ReadonlySet<string>; readonly count: number } | undefined
  // In the order of the lists, so that a tie does not depend on the order of the words.
  for (const language of languages.all) {
    const count = counts.get(language) ?? 0
    if (count >= inEnglish + language.lead && count > (best?.count ?? 0)) best = { ...language, count }
  }
  return best?.functionWords ?? englishFunctionWords
}

const negations: ReadonlySet<string> = new Set(['no', 'not', 'nor', 'none', 'never', 'neither', 'cannot'])

export function isNegation(word: string): boolean {
  return negations.has(word) || word.endsWith("n't")
}
