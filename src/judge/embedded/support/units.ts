const names = `second=sec minute=min hour=h day night week month quarter year decade century metre=meter=m kilometre=kilometer=km mile
  foot=feet=ft inch yard centimetre=centimeter=cm millimetre=millimeter=mm gram=g kilogram=kilo=kg milligram=mg ton=tonne=t
  pound=lb ounce=oz litre=liter=l gallon pint millilitre=milliliter=ml millisecond=ms byte kb mb gb tb watt=w kilowatt=kw
  volt=v hertz=hz khz mhz ghz pixel=px am=a.m pm=p.m percent=% times=x celsius=c fahrenheit=f mph knot bar psi mah wh kwh mbit gbit
  microgram=μg=mcg dollar=usd euro=eur franc=chf yen=jpy yuan=cny rupee=inr cad gbp cent utc gmt cet cest est edt pst pdt`

/** The name of a unit for each of its spellings. */
const units = new Map(
  names.split(/\s+/).flatMap((spellings) => {
    const [name = '', ...others] = spellings.split('=')
    return [name, ...others].map((spelling) => [spelling, name] as const)
  }),
)

const currencies: Readonly<Record<string, string>> = { $: 'dollar', '€': 'euro', '£': 'pound' }
const withinWords: Readonly<Record<string, string>> = { twice: 'times' }

/** Returns the name of a unit that is written together with its number: "40%", "25kg", "$5", "twice". */
export function findAttachedUnit(number: string): string | undefined {
  const after = /(?<=\d)(?:[a-z]{1,4}|%)$/.exec(number)?.[0]
  return after === undefined ? (currencies[number.charAt(0)] ?? withinWords[number]) : findUnit(after)
}

/** Spellings that are also written right after a number: "25kg". */
export const abbreviations = [...units.keys()].filter((spelling) => /^[a-z]{1,3}$/.test(spelling))

export const findUnit = (word: string): string | undefined =>
  units.get(word) ?? units.get(word.replace(/s$/, ''))

/** How many of the smallest unit of its kind each unit has: "two days" are "48 hours". */
const sizes: readonly Readonly<Record<string, number>>[] = [
  { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 },
  { month: 1, quarter: 3, year: 12, decade: 120 },
  { milligram: 1, gram: 1000, kilogram: 1e6, ton: 1e9 },
  { millimetre: 1, centimetre: 10, metre: 1000, kilometre: 1e6 },
  { millilitre: 1, litre: 1000 },
]

/**
 * Returns the size of the unit that a text begins with (" days", "-minute", "kg"), if it can be told in other units of
 * its kind.
 */
export function readUnitSize(text: string) {
  const name = findUnit(/^[ -]?(?<word>[a-z]+)(?![\p{L}\p{N}])/u.exec(text)?.groups?.word ?? '')
  const kind = sizes.findIndex((kind) => name !== undefined && Object.hasOwn(kind, name))
  const size = sizes[kind]?.[name ?? '']
  return size === undefined ? undefined : { kind, size }
}
