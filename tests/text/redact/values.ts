/** Values for tests of redaction: the same in each run, and nobody's. */

const hex = '0123456789abcdef'
const small = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const lower = small + digits
const upper = small.toUpperCase() + digits
const word = small + upper
const url = `${word}-_`

/** Values that are the same in each run, and no key of anybody. */
export function valuesOf(seed: number) {
  let state = seed * 2_654_435_761 + 12_345
  const next = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * below)
  }
  const of = (letters: string) => (length: number) =>
    Array.from({ length }, () => letters[next(letters.length)]).join('')
  return {
    h: of(hex),
    l: of(lower),
    u: of(upper),
    w: of(word),
    b: of(url),
    d: of(digits),
    s: of(small),
    next,
    uuid: () => [8, 4, 4, 4, 12].map((length) => of(hex)(length)).join('-'),
  }
}

export type Values = ReturnType<typeof valuesOf>

export function withLuhn(start: string): string {
  for (let last = 0; last < 10; last += 1) {
    const sum = Array.from(`${start}${last}`)
      .reverse()
      .map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2))
      .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
    if (sum % 10 === 0) return `${start}${last}`
  }
  throw new Error('no digit')
}

export function iban(country: string, account: string): string {
  const asDigits = `${account}${country}00`.replace(/[A-Z]/g, (one) => String(one.charCodeAt(0) - 55))
  const rest = Array.from(asDigits).reduce((total, digit) => (total * 10 + Number(digit)) % 97, 0)
  return `${country}${String(98 - rest).padStart(2, '0')}${account}`
}
