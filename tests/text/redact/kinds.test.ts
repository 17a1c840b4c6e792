import { expect, it } from 'vitest'
import { redactCase } from '../../../src/evaluation/cases/redact-case.ts'
import { harmless, kernelOf, kinds } from './kinds.ts'

/** A case in which a text stands in one place. */
const places: Record<string, (text: string) => object> = {
  text: (text) => ({ input: `Please use this: ${text}, and answer.` }),
  'tool arguments': (text) => ({ toolMocks: [{ toolName: 'look', args: { value: text }, output: null }] }),
  ids: (text) => ({ input: [{ id: text, role: 'user', content: 'hello' }], metadata: { [text]: 1 } }),
  metadata: (text) => ({ metadata: { verdictSource: { run: 'r', item: text }, note: text } }),
  'file names': (text) => ({ input: [{ type: 'file', filename: `backup_${text}.txt` }] }),
}
const leftIn = (text: string, place: string) => {
  const { item } = redactCase(
    { id: 'case-1', input: 'x', metadata: {}, ...places[place]?.(text) } as never,
    {},
  )
  return JSON.stringify(item)
}

it('finds nearly all of 120 and more kinds that vendors document, wherever they stand', () => {
  expect(kinds.size).toBeGreaterThanOrEqual(120)
  const missed = [...kinds].flatMap(([kind, value]) =>
    Object.keys(places).flatMap((place) =>
      leftIn(value, place).includes(kernelOf(value)) ? [`${kind}, ${place}`] : [],
    ),
  )
  expect(missed).toEqual([])
})

it('touches next to nothing of 500 harmless texts', () => {
  const touched = harmless.filter((text) => !leftIn(text, 'text').includes(JSON.stringify(text).slice(1, -1)))
  expect(touched).toEqual([])
})
