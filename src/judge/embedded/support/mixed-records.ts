import { has } from './features.ts'
import type { ContextReading, SentenceReading } from './read-context.ts'

/**
 * Returns whether a claim gives the numbers of one record for the names of another with the same keys: "Acme had 9
 * orders", of `{"customer":"Acme","orders":12}` and `{"customer":"Foo","orders":9}`. A claim about several records, or
 * with a number of its own, does not.
 */
export function mixesRecords({ senses, numbers }: SentenceReading, { sentences }: ContextReading): boolean {
  if (numbers.length === 0) return false
  const said = senses.filter((sense) => !/\d/.test(sense))
  const records = sentences.flatMap(({ record, ...sentence }) => {
    if (record === undefined) return []
    const values = new Set(sentence.senses.filter((sense) => !record.keys.has(sense)))
    return [{ sentence, shape: record.shape, named: said.filter((sense) => values.has(sense)) }]
  })
  const names = new Set(records.flatMap(({ named }) => named))
  const own = records.filter(({ named }) => names.size > 0 && new Set(named).size === names.size)
  const shapes = new Set(own.map(({ shape }) => shape))
  const alike = records.filter(({ shape }) => shapes.has(shape))
  const areIn = (some: typeof records) =>
    numbers.every((number) => some.some(({ sentence }) => has(number)(sentence)))
  return own.length > 0 && !areIn(own) && areIn(alike)
}
