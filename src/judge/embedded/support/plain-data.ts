const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Writes the keys of programs as words: "windSpeed" and "wind_speed" as "wind Speed" and "wind speed". */
export const inWords = (keys: string): string => keys.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')

/** Writes the keys of JSON as words right before their values: '"windSpeed":14' as '"wind Speed" 14'. */
const withPlainKeys = (text: string): string =>
  text.replaceAll(/"(\w{1,60})"\s{0,2}:\s{0,2}/g, (_, key: string) => `"${inWords(key)}" `)

/** Writes dates of machines also as people do: "2026-12-01T14:30:00Z" as "2026-12-01 (December 1, 2026), 14:30". */
const withPlainDates = (text: string): string =>
  text.replaceAll(
    /\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\d-])/g,
    (written: string, year: string, month: string, day: string, time?: string) => {
      const name = months[Number(month) - 1]
      if (name === undefined) return written
      const date = `${year}-${month}-${day} (${name} ${Number(day)}, ${year})`
      return time === undefined ? date : `${date}, ${time}`
    },
  )

/** Writes data as JSON has them in words, for a judge that compares words. */
export const inPlainWords = (text: string): string => withPlainDates(withPlainKeys(text))

/** The keys of a record in JSON, joined, which are the same for all rows of a table; undefined for any other text. */
export function shapeOf(text: string): string | undefined {
  const keys = Array.from(text.matchAll(/"(\w{1,60})"\s{0,2}:/g), ([, key]) => key)
  return keys.length < 2 || new Set(keys).size < keys.length ? undefined : keys.join(' ')
}
