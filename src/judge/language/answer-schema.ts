import type { JsonObject, Question, Questions } from '../contract.ts'

/** The reason comes first, then the graded answer, then the verdict: each is written in the light of the one before. */
function answerSchema(question: Question): JsonObject {
  const verdict: JsonObject = {
    choice: () => ({ type: 'string', enum: Object.keys((question as { criteria: object }).criteria) }),
    score: () => ({ type: 'number' }),
    boolean: () => ({ type: 'boolean' }),
  }[question.type]()
  const properties: JsonObject = {
    reason: { type: 'string' },
    ...('share' in question && question.share ? { share: { type: 'integer' } } : {}),
    verdict,
  }
  return closedObject(properties)
}

/** Every property required and no other allowed: what providers' strict modes ask for. */
function closedObject(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** A JSON schema keyed by question id, so that a structured-output model cannot drop, add or rename one. */
export function answersSchema(questions: Questions): JsonObject {
  return closedObject(
    Object.fromEntries(Object.entries(questions).map(([id, question]) => [id, answerSchema(question)])),
  )
}

export const unitsSchema: JsonObject = closedObject({ units: { type: 'array', items: { type: 'string' } } })
