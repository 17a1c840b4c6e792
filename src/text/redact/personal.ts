import { isValid as isBankAccount } from 'iban'
import { byPattern, type Finder } from './finding.ts'
import { phoneNumbers } from './phone-numbers.ts'

/** The check digit of card numbers: Luhn, US patent 2,950,048. */
function hasCheckDigit(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const sum = Array.from(digits).reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0 && new Set(digits).size > 1
}

/** In the order in which they are taken out. */
export const personalData: readonly Finder[] = [
  byPattern(
    'email address',
    /(?<![\p{L}\p{N}._+'-])[\p{L}\p{N}._+'-]+(?:@|%40|\\u0040)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    (text) => /\.\p{L}{2}/u.test(text.slice(text.search(/@|%40|\\u0040/))),
  ),
  byPattern(
    'bank account',
    /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])/g,
    isBankAccount,
  ),
  // 13 to 19 digits that begin as those of payment cards do.
  byPattern('card number', /(?<![A-Za-z0-9.+-])[2-6](?:[ -]?\d){12,18}(?![A-Za-z0-9-]|\.\d)/g, hasCheckDigit),
  // Of the United States, Brazil, Switzerland, Italy, the United Kingdom, Spain, Finland, France, India; passports.
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
