import { countries, isValid as isBankAccount } from 'iban'
import { byPattern, type Finder, type Place } from './finders.ts'
import { identityNumbers } from './identity-numbers.ts'
import { copula } from './label-joints.ts'
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
const image = /@\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg|heic|pdf)(?![A-Za-z\d])/i

/** In the order of removal. */
export const personalFinders: readonly Finder[] = [
  byPattern(
    'email address',
    /(?<![\p{L}\p{N}._+'-])[\p{L}\p{N}._+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    (text) =>
      /\.\p{L}{2}/u.test(text.slice(text.indexOf('@'))) &&
      !image.test(text) &&
      !/(?<![\w.+-])git@/.test(text),
  ),
  { kind: 'bank account', find: bankAccountsIn },
  byPattern(
    'bank account',
    new RegExp(
      `(?<=\\b(?:account|konto|acct|routing|cuenta|compte)(?: ?(?:number|no|nr|nummer))[.:=]{0,2} {0,2}(?:${copula} )?)(?:\\d{8,20}|\\d(?:[ -]?\\d){5,19})(?![\\w-])`,
      'gi',
    ),
  ),
  // 13 to 19 digits that begin like payment cards.
  byPattern(
    'card number',
    /(?<![A-Za-z0-9.+-])(?:[2-6](?:[ -]?\d){12,18}|[2-6]\d{3}([\s./\u2010-\u2015\u2212_-]{1,2})\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|3[47]\d\d([\s./\u2010-\u2015\u2212_-]{1,2})\d{6}\2\d{5})(?![A-Za-z0-9-]|\.\d)/g,
    hasCheckDigit,
  ),
  // Digits after a card, such as those of a date, break its check digit.
  byPattern(
    'card number',
    /(?<![A-Za-z0-9.+-])(?:[2-6]\d{12,18}|[2-6]\d{3}([ -])\d{4}\1\d{4}\1\d{4}|3[47]\d\d([ -])\d{6}\2\d{5})(?![A-Za-z0-9-]|\.\d)/g,
    hasCheckDigit,
  ),
  ...identityNumbers,
  phoneNumbers,
]
