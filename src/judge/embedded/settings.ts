import { createHash } from 'node:crypto'
import type { JsonObject } from '../contract.ts'
import { sharedEncoder } from './encoder.ts'
import { encoderWeights, lexicalWeights } from './weights.ts'

/** Rises with every change of an answer that is not a change of the fitted weights. */
const revision = 2

let weights: string | undefined

/** What the answers of the embedded judge depend on: its weights, its rules, and whether the encoder is there. */
export function embeddedSettings(encoder: boolean): JsonObject {
  weights ??= createHash('sha256')
    .update(JSON.stringify([encoderWeights, lexicalWeights]))
    .digest('hex')
    .slice(0, 16)
  return { revision, weights, encoder: encoder && sharedEncoder() !== undefined }
}
