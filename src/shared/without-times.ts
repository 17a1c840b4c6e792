const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pt-PT', 'nl']

// Characters that no text may hold mark words of a kind, so that patterns need no lists of names, and are short enough
// to be shown to take linear time. A mark and its filler are as long as the word.
const month = '\uFDD0'
const possibleMonth = '\uFDD1'
const weekday = '\uFDD2'
const possibleWeekday = '\uFDD3'
const clock = '\uFDD4'
const filler = '\uFDD5'
const gone = '\uFDD6'

/**
 * Reads the names of months and weekdays from Intl. Long names, and the short ones of English, are sure if they are
 * written as their language does. Others may be other words, as in "10 out of 20" and "they may".
 */
function readNames(): ReadonlyMap<string, string> {
  const sure = new Map<string, string>()
  const possible = new Map<string, string>()
  for (const language of languages)
    for (const style of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, {
        weekday: style,
        day: 'numeric',
        month: style,
        timeZone: 'UTC',
      })
      // The first days of the months of a year are of all weekdays.
      const parts = Array.from({ length: 12 }, (_, index) => format.formatToParts(Date.UTC(2026, index)))
      for (const { type, value } of parts.flat()) {
        if (type !== 'month' && type !== 'weekday') continue
        const name = value.replace('.', '')
        possible.set(name.toLowerCase(), type === 'month' ? possibleMonth : possibleWeekday)
        if (style === 'long' || language === 'en') sure.set(name, type === 'month' ? month : weekday)
      }
    }
  return new Map([...possible, ...sure])
}

/** Read when first needed, which takes some 30 ms. */
let names: ReadonlyMap<string, string> | undefined

const mark = (word: string, as: string) => as + filler.repeat(word.length - 1)

const clocks = [
  /(?<![\d:])\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?(?:Z|\s?[+-]\d\d:?\d\d)?/gi,
  /\d{1,2}[時时点點]\d{1,2}分(?:\d{1,2}秒)?/g,
]
const year = String.raw`(?:19|20)\d\d`
const day = String.raw`\d{1,2}(?:\p{L}{1,2}|[.º°ª])?`
const upTo31 = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const named = String.raw`[${month}-${possibleWeekday}]${filler}*\.?,?\s`
const sureMonth = String.raw`${month}${filler}*\.?`
const anyMonth = String.raw`[${month}${possibleMonth}]${filler}*\.?`
const of = String.raw`[\s-](?:(?:of|de)\s)?`
const ofYear = String.raw`(?:-|,?\s(?:del?\s)?)${year}\b`
/** Applied one after the other. */
const times = [
  String.raw`\b${year}[./-]\d{1,2}[./-]\d{1,2}(?!\d)`,
  String.raw`\b\d{1,2}[./-]\d{1,2}[./-]${year}\b`,
  String.raw`(?<![\d./])${upTo31}\/${upTo31}\/\d\d(?![\d/])`,
  // A version seldom has two digits everywhere.
  String.raw`(?<![\d.])[0-3]\d\.[01]\d\.\d\d(?!\d|\.\d)`,
  `${named}${day}${of}${anyMonth}(?:${ofYear})?`,
  String.raw`\b${day}${of}(?:${anyMonth}${ofYear}|${sureMonth})`,
  String.raw`${anyMonth}\s${day}${ofYear}`,
  String.raw`${sureMonth}\s${day}(?![\p{L}\d])`,
  String.raw`(?<!\d)(?:${year}\s?年\s?)?\d{1,2}\s?月\s?\d{1,2}\s?[日号號]`,
  // Next to a date.
  `${named}(?=${gone})`,
  String.raw`(?<=${gone})\s?[（(]?(?:[月火水木金土日](?:曜日?|(?=[)）]))|(?:星期|[周週])[一二三四五六日天])[)）]?`,
  String.raw`(?<=${gone})(?:T|,?\s?(?:(?:at|um|à|às|a\slas|alle(?:\sore)?|om)\s|\p{sc=Han}{2})?)${clock}${filler}*`,
  // Opening hours are not the time of day.
  String.raw`\b(?:time|now|it)(?: is|:)? ${clock}${filler}*`,
  `${weekday}${filler}*`,
  String.raw`\b1[6-9]\d{8}(?:\d{3})?\b`,
].map((source) => new RegExp(source, 'giu'))
const kept = new RegExp(`[^${gone}]+`, 'g')

/** Removes dates and times of day: instructions often name those of their own making. */
export function withoutTimes(text: string): string {
  let marked = text.replace(/\p{L}+(?:-feira)?/gu, (word) => {
    names ??= readNames()
    const as = names.get(word) ?? names.get(word.toLowerCase())
    return as === undefined ? word : mark(word, as)
  })
  for (const pattern of clocks) marked = marked.replace(pattern, (found) => mark(found, clock))
  for (const pattern of times) marked = marked.replace(pattern, (found) => gone.repeat(found.length))
  const parts = marked.matchAll(kept)
  return Array.from(parts, ({ 0: part, index }) => text.slice(index, index + part.length)).join('')
}
