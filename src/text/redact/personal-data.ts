import { countries, isValid as isBankAccount } from 'iban'
import { byPattern, type Finder, type Place } from './finders.ts'
import { phoneNumbers } from './phones.ts'

/** Checks the check digit of card numbers: Luhn, US patent 2,950,048. */
function hasCheckDigit(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** Finds bank accounts by their country's length: nothing shows where capitalised words after them begin. */
function* bankAccountsIn(text: string): Generator<Place> {
  const start = /(?<![A-Za-z\d])(?:[A-Z]{2}|[a-z]{2})\d\d(?=[\s\u2010-\u2015-]?[A-Za-z\d]{2})/g
  for (const { 0: first, index } of text.matchAll(start)) {
    const { length = 0 } = countries[first.slice(0, 2).toUpperCase()] ?? {}
    // With one separator between any two characters it is twice as long.
    const near = text.slice(index, index + 2 * length)
    const wanted = new RegExp(
      `^(?:[A-Za-z\\d][\\s\\u2010-\\u2015-]?){${Math.max(length - 1, 0)}}[A-Za-z\\d](?![A-Za-z\\d])`,
    )
    const [account = ''] = wanted.exec(near) ?? []
    if (account !== '' && isBankAccount(account)) yield [index, index + account.length]
  }
}

/** An image file for a screen with two or three times the resolution. */
const image = /@\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg|heic|pdf)$/i

/** In the order of removal. */
export const personalFinders: readonly Finder[] = [
  byPattern(
    'email address',
    /(?<![\p{L}\p{N}._+'-])[\p{L}\p{N}._+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    (text) =>
      /\.\p{L}{2}/u.test(text.slice(text.indexOf('@'))) && !image.test(text) && !text.startsWith('git@'),
  ),
  { kind: 'bank account', find: bankAccountsIn },
  byPattern(
    'bank account',
    /(?<=\b(?:account|konto|acct|routing|cuenta|compte)(?: ?(?:number|no|nr|nummer))[.:=]{0,2} {0,2}(?:is |ist )?)\d[\d -]{4,18}\d(?![\w-])/gi,
  ),
  // 13 to 19 digits that begin like payment cards.
  byPattern(
    'card number',
    /(?<![A-Za-z0-9.+-])(?:[2-6](?:[ -]?\d){12,18}|[2-6]\d{3}([\s./\u2010-\u2015\u2212_-]{1,2})\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3[47]\d\d([\s./\u2010-\u2015\u2212_-]{1,2})\d{6}\2\d{5})(?![A-Za-z0-9-]|\.\d)/g,
    hasCheckDigit,
  ),
  // The United States, Brazil, Switzerland, Italy, the United Kingdom, Spain, Finland, France, India; passports; then
  // Belgium, China, Korea, Malaysia, Singapore, Mexico, Chile, Argentina, Sweden.
  byPattern(
    'identity number',
    /(?<![A-Za-z\d.-])(?:(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}|\d{3}\.\d{3}\.\d{3}-\d\d|756\.\d{4}\.\d{4}\.\d\d|[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]|[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D]|(?:\d{8}|[XYZ]\d{7})-?[TRWAGMYFPDXBNJZSQVHLCKE]|\d{6}[-+A]\d{3}[0-9A-Y]|[12] \d\d (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3} \d\d|P<[A-Z]{3}[A-Z<]{20,40}|[A-Z]{5}\d{4}[A-Z]|\d\d\.[01]\d\.[0-3]\d-\d{3}\.\d\d|[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dX]|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-(?:[1-8]\d{6}|\d\d-\d{4})|[STFGM]\d{7}[A-Z]|[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d|\d{1,2}\.\d{3}\.\d{3}-[\dkK]|(?:20|23|24|27|30|33|34)-\d{8}-\d|(?:19[2-9]\d|200\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-+]\d{4})(?![A-Za-z\d-])/g,
  ),
  byPattern(
    'identity number',
    /(?<=\b(?:passport|reisepass|pasaporte|driver'?s? licen[cs]e|social security|ssn|national insurance|tax id|tin|steuer-?id|pesel|bsn|aadhaar|pan|cpf|nif|dni|id card|personalausweis|ausweis|sozialversicherungsnummer|steuernummer|sécurité sociale|sin|tfn|nhs|cpr|nric|rut|cuit|curp|tc kimlik|fødselsnummer|personnummer|itin|svnr|sv-nummer|national id|id(?= (?:number|no|nr|card)\b)|ein|rijksregisternummer|身份证|주민등록번호)(?:[ -](?:number|no|nr|card))?[.:：=]{0,2} {1,2}(?:is |ist |es )?)[A-Z\d](?:[ ./-]?[A-Z\d]){5,17}(?![\w-])/gi,
    (text) => text.replace(/\D/g, '').length >= 5,
  ),
  phoneNumbers,
]
