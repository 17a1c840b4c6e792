import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verdicts } from '../../../../src/judge/embedded/regression.ts'
import { measureFeatures, readQuestions } from '../../../../src/judge/embedded/relevance/features.ts'
import { judgeVectors } from '../../../../src/judge/embedded/relevance/vector-head.ts'
import {
  namedWeights,
  vectorWeights,
} from '../../../../src/judge/embedded/relevance/vector-weights.generated.ts'

const width = 384
const [asked] = readQuestions('Who founded the shop?')
if (asked === undefined) throw new Error('a question is missing')
const features = measureFeatures(asked, 'Kari Nordmann founded it in 1998.', 0.5)
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: width, maxLength: width })
  .map((values) => {
    const norm = Math.hypot(...values) || 1
    return Float32Array.from(values, (value) => value / norm)
  })

test('it is the regression that its weights say, written out', () => {
  fc.assert(
    fc.property(vector, vector, (one, other) => {
      const logits = verdicts.map((verdict) => {
        const { scale, numbers } = vectorWeights[verdict]
        const bytes = [...Buffer.from(numbers, 'base64')].map((byte) => (byte > 127 ? byte - 256 : byte))
        expect(bytes).toHaveLength(4 * width)
        const inputs = [one, other, one.map((value, at) => value * (other[at] ?? 0))]
        const distance = one.map((value, at) => Math.abs(value - (other[at] ?? 0)))
        const pair = [...inputs, distance].flatMap((part) => [...part])
        const fromVectors = pair.reduce((sum, value, at) => sum + scale * (bytes[at] ?? 0) * value, 0)
        const [bias = 0, ...slopes] = namedWeights.coefficients[verdict]
        const fromNames = namedWeights.features.map((name, at) => {
          const value = (features[name] ?? Number.NaN) - (namedWeights.means[at] ?? 0)
          return ((slopes[at] ?? 0) * value) / (namedWeights.deviations[at] ?? 1)
        })
        return bias + fromVectors + fromNames.reduce((sum, value) => sum + value, 0)
      })
      const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0)
      const judged = judgeVectors(one, other, features)
      for (const [at, verdict] of verdicts.entries())
        expect(judged[verdict]).toBeCloseTo(Math.exp(logits[at] ?? 0) / total, 4)
    }),
    { numRuns: 20, seed: 47 },
  )
})

test('features without a cosine are refused, as those of a judge without its encoder', () => {
  const without = measureFeatures(asked, 'Kari Nordmann founded it in 1998.')
  const zero = new Float32Array(width)
  expect(() => judgeVectors(zero, zero, without)).toThrow('feature cosine is missing')
})
