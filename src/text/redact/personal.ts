import { isValid as isBankAccount } from 'iban'
import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import { byPattern, type Finder, type Place } from './finding.ts'

const northAmerican = /^\(?[2-9]\d\d\)?[-. ]{1,2}[2-9]\d\d[-. ]\d{4}$/
const inGroups = /^\(?0[1-9].*\d[ /()-]{1,3}\d/
const afterWord =
  /\b(?:tel|phone|mobile|cell|fax|whatsapp|telefon|handy|teléfono|móvil|téléphone|telefono|telefone|celular)(?: number| no| nr)?[.:]{0,2} {1,2}(?:is |ist |es |est |è |é )?$/iu
const afterOther =
  /(?<!\bto )\b(?:order|price|invoice|amount|total|ticket|article|item|lotto|bestellung|rechnung|preis|auftrag)(?: number| no| nr)?[.:#]{0,2} {0,2}(?:is |ist )?$/iu
/** As drawn or measured: no country writes its phone numbers in more than five pairs. */
const pairs = /^\d\d(?: \d\d){5}/
const date = /(?<!\d)(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?!\d)/

/**
 * Phone numbers with the code of a country, or as written within North America, or in groups behind a zero as within
 * most other countries, or after a word for it. Other digits in groups are found too, and are left: they are orders.
 */
const phoneNumbers: Finder = {
  kind: 'phone number',
  *find(text) {
    // Numbers of Germany have any length, so that those of other countries are found as well.
    const options = { defaultCountry: 'DE', extended: true } as const
    for (const { startsAt, endsAt } of findPhoneNumbersInText(alone(text), options)) {
      const found = text.slice(startsAt, endsAt)
      if (date.test(found) || pairs.test(found) || /[,;]/.test(found) || isInNumber(text, startsAt, endsAt))
        continue
      const before = text.slice(Math.max(0, startsAt - 40), startsAt)
      const isWritten =
        /^00[ 1-9]/.test(found) ||
        northAmerican.test(found) ||
        (inGroups.test(found) && found.replace(/\D/g, '').length >= 9)
      const isOne = found.startsWith('+') || afterWord.test(before) || (isWritten && !afterOther.test(before))
      if (isOne) yield [startsAt, endsAt] satisfies Place
    }
  },
}

/** Brackets that are not around the code of a city would hide what stands behind them. */
const alone = (text: string) => text.replace(/[[\]{}]|\((?!\d{1,5}\))/g, '|')

/** Part of a longer number, as of a version or an article. */
const isInNumber = (text: string, start: number, end: number) =>
  /[\p{L}\d][.,:/-]?$|[.,:/+-]$/u.test(text.slice(Math.max(0, start - 2), start).replace(/_$/, ' ')) ||
  /^[\w-]|^[.,:/]\d/.test(text.slice(end, end + 2))

/** The check digit of card numbers: Luhn, US patent 2,950,048. */
function hasCheckDigit(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** An image for a screen of two or three times as many points. */
const image = /@\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg|heic|pdf)$/i

/** In the order in which they are taken out. */
export const personalData: readonly Finder[] = [
  byPattern(
    'email address',
    /(?<![\p{L}\p{N}._+'-])[\p{L}\p{N}._+'-]+(?:@|%40|\\u0040)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    (text) => /\.\p{L}{2}/u.test(text.slice(text.search(/@|%40|\\u0040/))) && !image.test(text),
  ),
  byPattern(
    'bank account',
    /(?<![A-Za-z0-9])(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}|[a-z]{2}\d\d(?:[a-z\d]{11,30}| [a-z\d]{4}(?: (?=[a-z]{0,3}\d)[a-z\d]{4}){1,6}(?: \d{1,3})?))(?![A-Za-z0-9])/g,
    isBankAccount,
  ),
  // 13 to 19 digits that begin as those of payment cards do.
  byPattern(
    'card number',
    /(?<![A-Za-z0-9.+-])(?:[2-6](?:[ -]?\d){12,18}|[2-6]\d{3}(?:\.\d{4}){3})(?![A-Za-z0-9-]|\.\d)/g,
    hasCheckDigit,
  ),
  // The United States, Brazil, Switzerland, Italy, the United Kingdom, Spain, Finland, France, India; passports.
  byPattern(
    'identity number',
    /(?<![A-Za-z\d.-])(?:(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}|\d{3}\.\d{3}\.\d{3}-\d\d|756\.\d{4}\.\d{4}\.\d\d|[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]|(?:\d{8}|[XYZ]\d{7})-?[TRWAGMYFPDXBNJZSQVHLCKE]|\d{6}[-+A]\d{3}[0-9A-Y]|[12] \d\d (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3} \d\d|P<[A-Z]{3}[A-Z<]{20,40}|[A-Z]{5}\d{4}[A-Z])(?![A-Za-z\d-])/g,
  ),
  byPattern(
    'identity number',
    /(?<=\b(?:passport|reisepass|pasaporte|driver'?s? licen[cs]e|social security|ssn|national insurance|tax id|tin|steuer-?id|pesel|bsn|aadhaar|pan|cpf|nif|dni|id card|personalausweis)(?: (?:number|no|nr|card))?[.:]{0,2} {1,2}(?:is |ist |es )?)[A-Z\d](?:[ ./-]?[A-Z\d]){5,17}(?![\w-])/gi,
    (text) => text.replace(/\D/g, '').length >= 5,
  ),
  phoneNumbers,
]
