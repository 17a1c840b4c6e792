import { expect, it } from 'vitest'
import { measureTurning } from '../../../src/features/pairs/judge-biases.ts'
import type { JudgedPair } from '../../../src/features/pairs/judged-pairs.ts'

const pairsOf = (lengths: readonly number[]) =>
  lengths.map(
    (length, index): JudgedPair => ({
      itemId: `q${index}`,
      cluster: `q${index}`,
      repeat: 1,
      baseline: 'a'.repeat(length - 1),
      candidate: 'b',
      score: 0.5,
      reason: '',
      said: {
        baselineFirst: 'baseline',
        candidateFirst: index % 2 === 0 ? 'baseline' : 'candidate',
        words: [],
      },
    }),
  )

const thirds = (lengths: readonly number[]) =>
  measureTurning(pairsOf(lengths), { resamples: 100, seed: 1 } as never).byLength.map(
    ({ part, pairs, longest }) => `${part} ${pairs} up to ${longest}`,
  )

it('compares the thirds of the pairs by length', () => {
  expect(thirds([9, 2, 5, 3, 8, 4])).toEqual(['short 2 up to 3', 'middle 2 up to 5', 'long 2 up to 9'])
})

it('keeps pairs of one length together, and compares none where all are equally long', () => {
  expect(thirds([5, 5, 5, 5, 9, 9])).toEqual(['short 4 up to 5', 'long 2 up to 9'])
  expect(thirds([5, 5, 5, 5, 5, 5])).toEqual([])
})
