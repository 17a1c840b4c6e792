import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import type { Finder, Place } from './finders.ts'
import { copula, particle } from './label-joints.ts'

const northAmerican = /^(?:1[-. ])?\(?[2-9]\d\d\)?[-. ]{1,2}[2-9]\d\d[-. ]\d{4}$/
const inGroups = /^\(?0(?=[1-9]).*\d[ /().-]{1,3}\d|^\(\d\d\) 9?\d{4}-\d{4}$/
const words =
  '(?:tele)?(?:phone|fon|fono|foon)(?:nummer)?|tel|mobile?|cell|fax|whatsapp|sms|handy(?:nummer)?|téléphone|portable|teléfono|móvil|celular|cellulare|telefone|telemóvel|tlf|тел(?:ефон)?|هاتف'
/** Other letters may be directly before these. */
const closeWords = '(?:电话|手机|電話|手機|携帯|전화|휴대폰|โทร(?:ศัพท์)?)(?:番号|号码?|號碼?| ?번호)?'
const afterWord = new RegExp(
  `(?:(?<!\\p{L})(?:${words})(?:[ _-](?:number|no|nr))?|${closeWords})["']?[.:：=]{0,2} {0,2}["']?(?:${copula} |${particle} ?)?$|\\b(?:call|text|reach|ring)(?: me| us)?(?: at| on)?:? $|\\bwa\\.me/$`,
  'iu',
)
const afterOther = new RegExp(
  `(?<!\\bto )\\b(?:order|price|invoice|amount|total|ticket|article|item|lotto|bestellung|rechnung|preis|auftrag)s?(?: number| no| nr)?[.:#]{0,2} {0,2}(?:${copula} )?$`,
  'iu',
)
/** The beginning of a DOI. */
const doi = /(?<![\d.])10\.\d{4,9}(?:\/|%2f)\S{0,40}$/i
/** Drawn or measured numbers: no country writes its phone numbers in more than five pairs. */
const pairs = /^\d\d(?: \d\d){5}/
const extension = /[ ,;]{0,3}(?:x|ext|extn|extension|durchwahl|poste|int)[.=]? ?\d{1,7}$/i
/** Stands between two numbers of a list. */
const listed = /^ {0,2}(?:[,;/] {0,2})?(?:(?:and|or|und|oder|et|ou|y|o|e) )?$/i
const date = /(?<!\d)(?:19|20)\d\d[-./ ](?:0?[1-9]|1[0-2])(?!\d)/

/**
 * Finds phone numbers with a country code, or as written within North America, or in groups after a zero as within most
 * other countries, or after a word such as "phone". It ignores other digits in groups: they are order numbers.
 */
export const phoneNumbers: Finder = {
  kind: 'phone number',
  *find(text) {
    // German numbers have any length, so this finds those of other countries as well.
    const options = { defaultCountry: 'DE', extended: true } as const
    /** A word before a list of numbers is about all of them. */
    let last = { end: -1, isNamed: false, isOther: false }
    for (const { startsAt, endsAt } of findPhoneNumbersInText(alone(text), options)) {
      const before = text.slice(Math.max(0, startsAt - 40), startsAt)
      const listedAfter = last.end >= 0 && listed.test(text.slice(last.end, startsAt)) ? last : undefined
      const isNamed = listedAfter?.isNamed || afterWord.test(before)
      const isOther = !isNamed && (listedAfter?.isOther || afterOther.test(before))
      last = { end: endsAt, isNamed, isOther }
      const found = text.slice(startsAt, endsAt).replace(extension, '')
      const end = startsAt + found.length
      if (date.test(found) || pairs.test(found) || doi.test(before)) continue
      const isGrouped =
        northAmerican.test(found) || (inGroups.test(found) && found.replace(/\D/g, '').length >= 9)
      if (isInNumber(isNamed ? '' : before, text.slice(end, end + 2), isGrouped)) continue
      const isWritten = isGrouped || /^00[ 1-9]/.test(found)
      if (found.startsWith('+') || isNamed || (isWritten && !isOther))
        yield [startsAt, endsAt] satisfies Place
    }
  },
}

/**
 * Replaces brackets, unless they are around an area code, since they would hide the text after them; and the signs
 * between listed numbers, which would make the second an extension of the first.
 */
const alone = (text: string) =>
  text.replace(/[[\]{}]|\((?!\d{1,5}\))|[,;](?! ?(?:x|ext|durchwahl|poste|int))/gi, '|')

/** Returns whether it is part of a longer number, such as a version or an article number. */
const isInNumber = (before: string, after: string, isGrouped: boolean) =>
  /[A-Za-z\d][.,:/-]?$|[.,:/+-]$/.test(before.replace(isGrouped ? /_$|(?<=\d),$/ : /_$/, ' ')) ||
  (isGrouped ? /^(?!x\d)[\w-]|^[.:/]\d/ : /^(?!x\d)[\w-]|^[.,:/]\d/).test(after)
