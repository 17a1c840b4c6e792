import type { Token } from './tokens.ts'

const names = `second minute hour day night week month quarter year decade century metre=meter kilometre=kilometer=km mile
  foot=feet inch yard centimetre=centimeter=cm millimetre=millimeter=mm gram=g kilogram=kilo=kg ton=tonne pound=lb ounce
  litre=liter gallon pint millilitre=milliliter=ml byte kb mb gb tb watt kilowatt volt am=a.m pm=p.m percent=% degree
  dollar euro cent`

/** Each spelling of a unit to its name. */
const units = new Map(
  names.split(/\s+/).flatMap((spellings) => {
    const [name = '', ...others] = spellings.split('=')
    return [name, ...others].map((spelling) => [spelling, name] as const)
  }),
)

export interface Unit {
  readonly name: string
}

const unitOf = (word: string) => units.get(word) ?? units.get(word.replace(/s$/, ''))

export const isUnit = (word: string) => unitOf(word) !== undefined

/** How far behind its number a unit may stand: "30 business days". */
const farthest = 2

/** The unit of a number: behind it, before the next number, or written to it ("40%"). */
export function unitBehind(tokens: readonly Token[], place: number): Unit | undefined {
  if (tokens[place]?.word.endsWith('%')) return { name: 'percent' }
  for (const { word, number } of tokens.slice(place + 1, place + 1 + farthest)) {
    const name = unitOf(word)
    if (name !== undefined) return { name }
    if (number !== undefined) return undefined
  }
  return undefined
}
