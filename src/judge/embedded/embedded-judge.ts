import { createHash } from 'node:crypto'
import { callSurroundings } from '../call/call-context.ts'
import type { Decision, DecisionRequest, JsonObject, Judge, Questions } from '../contract.ts'
import { makeEvidence } from '../evidence.ts'
import { sharedEncoder } from './encoder.ts'
import { encoderIsMissing } from './encoding/missing.ts'
import { judgeEquivalence } from './equivalence/judge-equivalence.ts'
import { equivalenceWeights } from './equivalence/weights.ts'
import { judgeRelevance } from './relevance/judge-relevance.ts'
import { namedWeights, vectorWeights } from './relevance/vector-weights.generated.ts'
import { encoderWeights, lexicalWeights } from './relevance/weights.ts'
import { misconfigured } from './requests.ts'
import { judgeSupport } from './support/judge-support.ts'
import { supportWeights } from './support/weights.ts'

const judges = new Map<
  string,
  (request: DecisionRequest, encoder: boolean) => EmbeddedAnswers | Promise<EmbeddedAnswers>
>([
  ['statement-relevance', judgeRelevance],
  ['claim-support', judgeSupport],
  ['factuality', judgeEquivalence],
])

interface EmbeddedAnswers {
  readonly answers: object
  readonly warnings: readonly string[]
}

/**
 * Makes a judge that runs in this process: no key, no network, the same answer every time. It answers three
 * tasks, in English: 'statement-relevance' (does a statement answer the question? yes, unsure, no) and
 * 'claim-support' (does the context support a claim? yes, no, unsure, none), both with probabilities, and
 * 'factuality' for short ground truths (does the answer give it? same, disagrees), with a share. For its
 * parts and its quality see docs/reference/embedded-judge.md.
 *
 * @throws JudgeError with the reason 'configuration' for any other task, and `JudgeAbstainedError` if the
 *   material as a whole is not in English, or a ground truth is too long to compare; both from `decide`.
 */
export function embeddedJudge({
  encoder = true,
  threads = 1,
}: {
  /**
   * Whether to use the sentence encoder. Default true: the judge uses it if its packages are installed; otherwise it
   * answers by words alone and warns. False: words alone. By words alone its id is 'embedded-words', else 'embedded'.
   */
  encoder?: boolean
  /**
   * The number of threads that encode sentences when many wait, 1 to 16; each needs 160 MB for its own copy
   * of the model. The highest number of any embedded judge in the process applies. Default 1.
   */
  threads?: number
} = {}): Judge {
  if (typeof encoder !== 'boolean') throw new TypeError('embeddedJudge: encoder must be true or false')
  if (!Number.isInteger(threads) || threads < 1 || threads > 16)
    throw new TypeError('embeddedJudge: threads must be a whole number from 1 to 16')
  return {
    get id() {
      return embeddedId(encoder)
    },
    tasks: [...judges.keys()],
    deterministic: true,
    get settings() {
      return embeddedSettings(encoder)
    },
    get notice() {
      return encoder && sharedEncoder() === undefined ? encoderIsMissing() : undefined
    },
    async decide<const Q extends Questions>(request: DecisionRequest<Q>): Promise<Decision<Q>> {
      request.signal?.throwIfAborted()
      const startedAt = performance.now()
      const judge = judges.get(request.task.name)
      if (judge === undefined)
        throw misconfigured(
          `it cannot answer the task ${request.task.name}, only statement-relevance, claim-support and factuality: use another judge for it`,
        )
      if (encoder && sharedEncoder(threads) === undefined) warnOnce()
      const { answers, warnings } = await judge(request, encoder)
      request.signal?.throwIfAborted()
      const evidence = makeEvidence(embeddedId(encoder), request.task, startedAt, { warnings })
      return { answers: answers as Decision<Q>['answers'], evidence }
    },
  }
}

/** Differs without the encoder, requested or not: scores with and without it cannot be compared. */
const embeddedId = (encoder: boolean) =>
  encoder && sharedEncoder() !== undefined ? 'embedded' : 'embedded-words'

let isWarned = false

/** Warns once, but not in evaluations: they record the notice, and their reports show it. */
function warnOnce(): void {
  if (isWarned || callSurroundings().onFailedCall !== undefined) return
  isWarned = true
  process.emitWarning(`mastra-verdict: ${encoderIsMissing()}`, {
    detail: 'A bundle needs it where it runs. embeddedJudge({ encoder: false }) asks for words alone.',
  })
}

/** Raise it with every change of an answer that does not come from the fitted weights. */
const revision = 17

const allWeights = [
  encoderWeights,
  lexicalWeights,
  namedWeights,
  vectorWeights,
  supportWeights,
  equivalenceWeights,
]
let weights: string | undefined

/** Returns everything that the answers depend on: weights, rules, and whether the encoder is there. */
function embeddedSettings(encoder: boolean): JsonObject {
  weights ??= createHash('sha256').update(JSON.stringify(allWeights)).digest('hex').slice(0, 16)
  return { revision, weights, encoder: encoder && sharedEncoder() !== undefined }
}
