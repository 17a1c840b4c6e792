import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import type { Finder, Place } from './finding.ts'

const northAmerican = /^\(?[2-9]\d\d\)?[-. ]{1,2}[2-9]\d\d[-. ]\d{4}$/
const inGroups = /^\(?0[1-9].*\d[ /()-]{1,3}\d/
const afterWord =
  /\b(?:tel|phone|mobile|cell|fax|whatsapp|telefon|handy|teléfono|móvil|téléphone|telefono|telefone|celular)(?: number| no| nr)?[.:]{0,2} {1,2}(?:is |ist |es |est |è |é )?$/iu
const date = /(?<!\d)(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?!\d)/

/**
 * Phone numbers with the code of a country, or as written within North America, or in groups behind a zero as within
 * most other countries, or after a word for it. Other digits in groups are found too, and are left: they are orders.
 */
export const phoneNumbers: Finder = {
  kind: 'phone number',
  *find(text) {
    // Numbers of Germany have any length, so that those of other countries are found as well.
    const options = { defaultCountry: 'DE', extended: true } as const
    for (const { startsAt, endsAt } of findPhoneNumbersInText(alone(text), options)) {
      const found = text.slice(startsAt, endsAt)
      if (date.test(found) || /[,;]/.test(found) || isInNumber(text, startsAt, endsAt)) continue
      const isOne =
        /^\+|^00[ 1-9]/.test(found) ||
        northAmerican.test(found) ||
        (inGroups.test(found) && found.replace(/\D/g, '').length >= 9) ||
        afterWord.test(text.slice(Math.max(0, startsAt - 40), startsAt))
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
