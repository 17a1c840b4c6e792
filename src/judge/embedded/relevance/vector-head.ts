import { type Probabilities, softmax, verdicts } from '../regression.ts'
import type { Features } from './features.ts'
import { namedWeights, vectorWeights } from './vector-weights.generated.ts'

/** The weights of each verdict; in eight bits, because sums of so many need no more. */
const numbers = verdicts.map((verdict) => {
  const bytes = Buffer.from(vectorWeights[verdict].numbers, 'base64')
  return Float32Array.from(new Int8Array(bytes), (number) => number * vectorWeights[verdict].scale)
})

/**
 * Judges a statement by both vectors of the encoder, by their agreements and differences, and by the named features: a
 * multinomial logistic regression. Unlike the cosine, it knows which kinds of statement fit which kinds of question.
 */
export function judgeVectors(asked: Float32Array, said: Float32Array, features: Features): Probabilities {
  const both = pairVectors(asked, said)
  const named = namedWeights.features.map((name, at) => {
    const value = features[name]
    if (value === undefined) throw new TypeError(`feature ${name} is missing`)
    return (value - (namedWeights.means[at] as number)) / (namedWeights.deviations[at] as number)
  })
  const [yes, unsure, no] = softmax(
    verdicts.map((verdict, at) => {
      const [bias, ...slopes] = namedWeights.coefficients[verdict]
      return bias + dot(numbers[at] as Float32Array, both) + dot(slopes, named)
    }),
  )
  return { yes: yes as number, unsure: unsure as number, no: no as number }
}

function pairVectors(asked: Float32Array, said: Float32Array): Float32Array {
  const width = asked.length
  const pair = new Float32Array(4 * width)
  for (const [place, one] of asked.entries()) {
    const other = said[place] as number
    pair[place] = one
    pair[width + place] = other
    pair[2 * width + place] = one * other
    pair[3 * width + place] = Math.abs(one - other)
  }
  return pair
}

const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < other.length; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}
