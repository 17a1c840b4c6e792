import { englishFunctionWords } from '../../text/words/function-words.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Verbs that hardly ever begin a heading as nouns. */
const verbs = new Set(
  words(`
    add ask attach avoid choose clean collect combine compare configure connect convert create customise customize
    debug define delete deploy disable download embed enable evaluate extend find generate get handle improve include
    inspect install integrate invite keep learn make manage measure merge migrate move organise organize pay prevent
    protect publish put reduce remove rename replace resolve restore roll save secure see select send serve show
    solve submit subscribe switch tell troubleshoot understand uninstall unsubscribe validate verify write
  `),
)

/** Verbs that are nouns as well: "Score with workers", but "Score history". */
const ambiguousVerbs = new Set(
  words(`
    access audit back build cache call cancel change check claim contact copy cut edit export fix format group import label
    limit link list load log look map match monitor open order plan print query read record release report request
    reset return run schedule score search set share sign sort start stop store stream test track transfer turn update
    upgrade upload use view watch
  `),
)

/** Words after which an ambiguous verb is one. */
const afterVerb = new Set(
  words(`
    a all an and another any at different each every everything for from i in into it its live many more multiple my new
    off old on one other out our own several some someone something than that the their them these this those two up
    what with without you your yourself
  `),
)

/** Any other word before one of these is a verb ("Pause a membership"), unless it is one that joins words ("As a guest"). */
const afterVerbOnly = new Set(['a', 'an', 'my', 'your'])
const noVerb = /^(?:inside|outside|unlike|such|twice|half)$|ed$|[^p]ly$|^\P{L}|\P{L}$/u
const isGerund = (word: string) => word.endsWith('ing') && /[aeiouy]/.test(word.slice(0, -'ing'.length))

const isVerb = (first: string, second: string) =>
  verbs.has(first) ||
  (ambiguousVerbs.has(first) && afterVerb.has(second)) ||
  (afterVerbOnly.has(second) && !englishFunctionWords.has(first) && !noVerb.test(first) && !isGerund(first))

/** Words that mean something only on the page. */
const needsThePage =
  /\b(?:it|its|they|them|their|this|that|these|those|here|above|below|next|same|other|others)\b/i
const longestInWords = 12

/**
 * Turns a heading of a page into a question that its reader could have asked: "Choose a judge" into "How do I choose a
 * judge?". Titles that only name a thing say too little of what people want to know about it.
 */
export function questionOfHeading(heading: string): string | undefined {
  const plain = heading
    .replaceAll(/[`*]|\p{Extended_Pictographic}\uFE0F?/gu, '')
    .replace(/^\s*\d+(?:\.\d+)*[.)]\s+/, '')
    .replace(/[.!:]{1,3}\s{0,9}$/, '')
    .trim()
  const [first = '', second = '', third = ''] = words(plain.toLowerCase())
  if (third === '' && second === '') return undefined
  if (words(plain).length > longestInWords || needsThePage.test(plain) || /\p{Cc}/u.test(plain))
    return undefined
  if (/\?$/.test(plain)) return third === '' || /^which do\b/i.test(plain) ? undefined : plain
  const rest = fromTheReader(`${first}${plain.slice(first.length)}`)
  if (/^how to\b/i.test(plain)) return `How do I${rest.slice('how to'.length)}?`
  const asked = /^(?:what|when|where|which \S+(?: \S+)?) to\b/i.exec(rest)
  if (asked !== null)
    return `${rest.charAt(0).toUpperCase()}${asked[0].slice(1, -' to'.length)} should I${rest.slice(asked[0].length)}?`
  return isVerb(first, second) ? `How do I ${rest}?` : undefined
}

/** "Write your own judge" is "my own judge" to the one who asks. */
const fromTheReader = (text: string) =>
  text.replaceAll(/\byour(self|s)?\b/gi, (_, ending = '') => (ending === 's' ? 'mine' : `my${ending}`))

const fence = /^\s*(`{3,}|~{3,})/
const headingLine = /^#{1,4}\s+(\S.*)$/

/** Returns the headings of a Markdown page, as plain words, without those in code. */
export function listHeadings(markdown: string): string[] {
  let open: string | undefined
  return markdown.split(/\r?\n/).flatMap((line) => {
    const [, mark] = fence.exec(line) ?? []
    if (mark !== undefined && (open === undefined || mark.startsWith(open)))
      open = open === undefined ? mark : undefined
    const [, title] = (open === undefined && headingLine.exec(line)) || []
    if (title === undefined) return []
    return [
      title
        .replace(/\s#{1,9}\s{0,9}$/, '')
        .replace(/\s{0,9}\{#[\w-]{1,100}\}$/, '')
        .replaceAll(/!?\[([^\][]{0,200})\]\([^()\s]{0,500}\)/g, '$1')
        .replaceAll(/(?<!\\)<\/?[a-z][^<>]{0,200}>/gi, '')
        .replaceAll(/\\([\p{P}\p{S}])/gu, '$1')
        .trim(),
    ]
  })
}
