const number = String.raw`\^?\d{1,3}`
const more = `(?: ?[,;–-] ?${number})`
const numbers = `${number}${more}{0,20}`
const name =
  '(?:[Ss]ources?|[Rr]ef(?:erence)?s?|[Nn]otes?|[Ff]ootnotes?|[Cc]itations?|[Dd]oc(?:ument)?s?|[Pp]assages?|[Cc]hunks?|[Ss]nippets?|[Ee]xcerpts?)'
/** ", p. 45", ", §3" */
const place = String.raw`,? ?(?:pp?\.|[Pp]ages?|§{1,2}|[Ss]ec(?:tion|\.)|[Cc]h(?:apter|\.)) ?\d{1,4}(?:[.–-]\d{1,4}){0,3}`
const part = `(?:${place})?`
const item = String.raw`${name}(?:\.? ?#?|[_:-])${numbers}${part}`
/** "source 1", "doc_3, §3", "source 1; source 2", "note: Guide" */
const named = String.raw`(?:${item}(?:[;,] ?${item}){0,9}|${name}:\s[^[\]()\n]{1,200})`
const file = String.raw`[^\s[\]()]{1,200}\.(?:md|mdx|pdf|html?|txt|docx?)(?:[#,:][^[\]()\n]{0,60})?`
const surname = String.raw`\p{Lu}[\p{L}'’-]{1,40}`
const notMonth = String.raw`(?!(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Fall|Winter)\b)`
const year = String.raw`(?:19|20)\d\d[a-z]?${part}`
/** Matches "Smith, 2020", "Smith et al. 2020", "Lee & Ito 2019; Smith, 2020"; for `,?` "Paris 2024", too. */
const works = (comma: string) => {
  const pair = `${surname},? & ${surname},?`
  const work = String.raw`${notMonth}(?:${pair}|${surname}(?:,?(?: and| &)? ${surname}){0,3}(?: et al\.?,?|${comma})) ${year}`
  return `${work}(?:; ${work}){0,5}`
}
const link = String.raw`(?:\([^()\s]{1,500}\))?`

const sourceWord = '(?:[Ss]ources?|[Rr]ef(?:erence)?s?|[Cc]itations?)'
const raisedDigits = '[¹²³⁰⁴-⁹]{1,3}(?:[,˒][¹²³⁰⁴-⁹]{1,3}){0,9}'
const group = String.raw`\[{1,2}${numbers}${part}\]{1,2}`

/** Elements that only hold the number of a source: they are not read as tags. */
export const citationElement = String.raw`<sup>(?:<a [^<>]{1,200}>)?\[?(?:${numbers}|[a-z])\]?(?:<\/a>)?<\/sup>|<a [^<>]{0,200}\bhref=["']?#[^<>]{1,200}>\[?${numbers}\]?<\/a>|<(?:cite|citation|source|footnote)>\[?(?:${numbers}|${named})\]?<\/(?:cite|citation|source|footnote)>|<ref(?: [^<>]{1,200})?>[^<>]{1,300}<\/ref>`

/** Counts after any word. */
const plain = String.raw`\[\[${numbers}\]\]${link}|\[\^[\w-]{1,30}\^?\]|\[citation needed\]|\[[1-9]\d{0,2}\]${link}|\[${named}\]${link}|\[${number}${place}\]|\[${works(',?')}\]|\[-?@[\w:.-]{0,60}(?:19|20)\d\d\w{0,20}${part}(?:; ?-?@[\w:.-]{1,60}){0,9}\]|(?<!\w)\((?:(?:see|cf\.) )?${group}(?:(?:[,;]|,? and)? ?${group}){0,9}\)|~?\\(?:auto|foot|paren)?citep?\*?(?:\[[^[\]\n]{0,60}\]){0,2}\{[^{}\n]{1,200}\}|[【⟦][^【】⟦⟧]{0,200}[】⟧]|${citationElement}|\[${raisedDigits}\]|⁽${raisedDigits}⁾|[¹²³⁰⁴-⁹]|(?<=[¹²³⁰⁴-⁹])[,˒](?=[¹²³⁰⁴-⁹])|[[(<]\s?https?:\/\/[^\s[\]()<>]{1,500}\s?[\])>]`
/** Counts only at the end of a sentence, unlike "the array [1, 2] is" and "two rooms (3) more". */
const doubtful = String.raw`\[${number}${more}{1,20}\]|\[(?:[a-z]|[SDR]\d{1,2}|${sourceWord})\]${link}|[[(]${file}[\])]|\((?:${named}|${works(',')}|[Ii]bid\.)\)`
/** Might also be the number of a list item, or a quantity. */
const bracketed = String.raw`\(\d{1,2}(?:, ?\d{1,2}){0,9}\)`

/** All begin with one of these characters, which is checked first because most places of a text have none of them. */
const beginnings = '[(<【⟦⁽~\\\\¹²³⁰⁴-⁹,˒'
const marker = `(?=[${beginnings}])(?:${plain}|${doubtful}|${bracketed})`
const run = new RegExp(
  String.raw`(?=[\s\uffff\d${beginnings}])(?:(?<=\S)[^\S\n]{0,3}(?:\uffff{1,3}(?=[[(]))?${marker}(?:[^\S\n]{0,3}${marker})*|(?<=\p{L}[.!?])\d{1,3}(?=\s|$))`,
  'gu',
)
/** Most texts and lines have none of the characters that begin a marker. */
const mayCite = /[[(<【⟦⁽\\¹²³⁰⁴-⁹]|[.!?]\d/
const eachPlain = new RegExp(plain, 'gu')
const each = new RegExp(marker, 'gu')
const hasBracketed = new RegExp(String.raw`^[\s\uffff]{0,6}${bracketed}`, 'u')
const lastBracketed = new RegExp(String.raw`[.!?]\s?${bracketed}\s*$`, 'u')

const afterStop = /[.!?…。！？]["'”’»)\]*_\uffff]{0,6}$/u
const afterWord = /[\p{L}\p{M}\p{N}"'”’»)\]%°*_」』】,;:`>\uffff]$/u
/** Words after which brackets are content: "the array [1, 2]", "index [3]", "x[1]", "options are [a]". */
const beforeList =
  /(?:^|[^\p{L}])(?:arrays?|lists?|vectors?|tuples?|intervals?|ranges?|sets?|sequences?|ind(?:ex|ices)|matrix|returns?|prints?|outputs?|press|type|option|gives?|is|are|was|were|equals?|be|to|of|in|from|and|or|at|with|between|\p{L})\s?$|[_=:]\s?$/iu
const endsHere = /^["'”’»)*_\uffff]{0,6}(?:[^\S\n]{0,9}(?:\n|$)|\s?[.!?…。！？,;、，；])/u

/** Matches exponents: "10²", "5 m²"; not the year in "1889²". */
const raised = /^(?:<sup>|[¹²³⁰⁴-⁹])/
const beforePower = /(?:(?<!1\d\d|20\d)\d|(?<!\p{L})(?:km|[cdm]m|ft|in|mi|yd))$/u

/** How many characters around a marker to check. */
const nearby = 40

function isCited(text: string, start: number, found: string): boolean {
  const end = start + found.length
  const before = text.slice(Math.max(0, start - nearby), start)
  const after = text.slice(end, end + nearby)
  const isNumberedItem = hasBracketed.test(found)
  if (afterStop.test(before)) {
    if (/^[^\S\n]*\p{Ll}/u.test(after)) return false
    return (
      !isNumberedItem || !/^\s/.test(found) || endsHere.test(after) || lastBracketed.test(text.slice(-nearby))
    )
  }
  if (!afterWord.test(before)) return false
  if (/^\d/.test(found)) return true
  if (beforeList.test(before) || (raised.test(found) && beforePower.test(before))) return false
  // "Rooms (12)"
  if (isNumberedItem && before.trim().split(/\s+/).length < 3) return false
  return /^[\s\uffff]*$/.test(found.replaceAll(eachPlain, '')) || endsHere.test(after)
}

/**
 * Replaces the markers that name the source of a sentence, and the blanks before them: "[1]", "[^1]", "(1)", "[source
 * 1]", "(Smith, 2020)", "\\cite{smith}", "¹", "<ref>3</ref>", "【4:0†source】", URLs in brackets. They claim nothing. "(1889)", "[sic]" and "the array [1,
 * 2] is" stay. Linear in the length of the text.
 */
export function replaceCitations(text: string, by: (marker: string) => string): string {
  if (!mayCite.test(text)) return text
  return text.replace(run, (found: string, at: number) => (isCited(text, at, found) ? by(found) : found))
}

export const withoutCitations = (text: string): string => replaceCitations(text, () => '')

/** Returns whether a text consists only of such markers. */
export function isCitation(text: string): boolean {
  const rest = text.replaceAll(each, '')
  return rest !== text && /^[.!?。]?$/.test(rest.trim())
}
