import { byPattern, type Finder, type Place } from './finders.ts'
import { copula, particle } from './label-joints.ts'

const labels =
  "(?:pass(?:eport|port)|reisepass|pasaporte|passaporto|passaporte|paspoort|driver'?s? licen[cs]e|social security|ssn|national insurance|tax id|tin|steuer-?id|pesel|bsn|aadhaar|pan|cpf|nif|dni|id card|personalausweis|ausweis|sozialversicherungsnummer|steuernummer|sécurité sociale|sin|tfn|nhs|cpr|nric|rut|cuit|curp|tc kimlik|fødselsnummer|personnummer|itin|svnr|sv-nummer|national id|id(?= (?:number|no|nr|card)\\b)|ein|rijksregisternummer|паспорт|护照|護照|身份证|身分證|パスポート|旅券|マイナンバー|여권|주민등록)"
const label = new RegExp(
  `(?<!\\w)${labels}(?:[ -](?:number|no|nr|card)|[ -]?nummer|号码?|號碼?|番号| ?번호)?(?:[.:：=]{1,2} {0,2}| {1,2}| ?(?=${particle}))(?:${copula} |${particle} ?)?`,
  'gi',
)
const group = /(^|[ ./-])([A-Za-z\d]{1,20})(?!\w)/gy
/** After such a group, a space ends the number. */
const whole = /^(?:\d{9,}|(?=\d*[A-Za-z])[A-Za-z\d]{7,})$/
const longest = 18
const shortest = 6
const fewestDigits = 5
/** The British number as people type it. */
const inSmallLetters = /^[a-z]{2} \d\d ?\d\d ?\d\d ?[a-d](?!\w)/

/** Returns the number at the start of a text: its groups have digits, and few letters between or after them. */
function numberAtStart(text: string): string {
  let end = inSmallLetters.exec(text)?.[0].length ?? 0
  if (end > 0) return text.slice(0, end)
  let length = 0
  let isWhole = false
  for (const { 0: written, 1: gap, 2: chars = '', index } of text.matchAll(group)) {
    length += chars.length
    if (length > longest || (gap === ' ' && (isWhole || /[a-z]/.test(chars)))) break
    const next = index + written.length
    if (/\d/.test(chars)) {
      end = next
      isWhole = whole.test(chars)
    } else if (
      gap === '-' ? /^(?:[A-Z]{1,3}|[a-z])$/.test(chars) : gap !== '' && /^[A-HJ-NP-TV-Z]$/.test(chars)
    ) {
      // With a full stop, it may begin the next sentence.
      if (gap !== '.') end = next
    } else if (gap !== '' || !/^[A-Z]{1,5}$/.test(chars)) break
  }
  return text.slice(0, end)
}

function* labelledNumbersIn(text: string): Generator<Place> {
  for (const { 0: found, index } of text.matchAll(label)) {
    const start = index + found.length
    const number = numberAtStart(text.slice(start, start + 40))
    const { length } = number.replace(/\W/g, '')
    if (length >= shortest && number.replace(/\D/g, '').length >= fewestDigits)
      yield [start, start + number.length]
  }
}

export const identityNumbers: readonly Finder[] = [
  // The United States, Brazil, Switzerland, Italy, the United Kingdom, Spain, Finland, France, India; passports; then
  // Belgium, China, Korea, Malaysia, Singapore, Mexico, Chile, Argentina, Sweden.
  byPattern(
    'identity number',
    /(?<![A-Za-z\d.-])(?:(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}|\d{3}\.\d{3}\.\d{3}-\d\d|756\.\d{4}\.\d{4}\.\d\d|[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]|(?:\d{8}|[XYZ]\d{7})-?[TRWAGMYFPDXBNJZSQVHLCKE]|\d{6}[-+A]\d{3}[0-9A-Y]|[12] \d\d (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3} \d\d|P<[A-Z]{3}[A-Z<]{20,40}|[A-Z]{5}\d{4}[A-Z]|\d\d\.[01]\d\.[0-3]\d-\d{3}\.\d\d|[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dX]|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-(?:[1-8]\d{6}|\d\d-\d{4})|[STFGM]\d{7}[A-Z]|[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d|\d{1,2}\.\d{3}\.\d{3}-[\dkK]|(?:20|23|24|27|30|33|34)-\d{8}-\d|(?:19[2-9]\d|200\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-+]\d{4})(?![A-Za-z\d-])/g,
  ),
  { kind: 'identity number', find: labelledNumbersIn },
]
