/** The embedded judge by cross-validation: what it says of a row comes from weights fitted without the row's group. */
import type {
  Answer,
  Decision,
  DecisionRequest,
  JsonObject,
  Judge,
  Questions,
} from '../src/judge/contract.ts'
import { type Probabilities, verdicts } from '../src/judge/embedded/regression.ts'
import { JudgeAbstainedError } from '../src/judge/errors.ts'
import { CascadeMeasurement } from './cascade.ts'
import { crossValidateSupport, measureClaims, readClaims } from './training/claims.ts'
import { crossValidateEquivalence, measureAnswers } from './training/equivalence.ts'
import { crossValidate, measureExamples, readExamples } from './training/examples.ts'

const id = 'embedded, cross-validated'
const mostProbable = (probabilities: Probabilities) =>
  verdicts.reduce((best, verdict) => (probabilities[verdict] > probabilities[best] ? verdict : best))
const keyOf = (...parts: readonly unknown[]) => JSON.stringify(parts)

/** A judge that looks up what was computed before. */
function lookUp(answerTo: (state: JsonObject, unit: string) => Answer): Judge {
  return {
    id,
    weighting: 'share',
    async decide<const Q extends Questions>({
      task,
      state,
      questions,
    }: DecisionRequest<Q>): Promise<Decision<Q>> {
      const answers = Object.fromEntries(Object.keys(questions).map((unit) => [unit, answerTo(state, unit)]))
      return {
        answers: answers as Decision<Q>['answers'],
        evidence: {
          judge: id,
          task: `${task.name}/${task.version}`,
          prompts: [],
          calls: 0,
          usage: { inputTokens: 0, outputTokens: 0 },
          durationInMs: 0,
          cached: false,
          warnings: [],
        },
      }
    },
  }
}

function found<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`not cross-validated: ${key}`)
  return value
}

const unitOf = (units: unknown, unit: string) => (units as { [id: string]: string })[unit]

/** The judge of statements, and a cascade with it. */
export async function relevanceJudge(): Promise<{ judge: Judge; cascade: CascadeMeasurement }> {
  const examples = measureExamples(readExamples())
  const judged = crossValidate(examples, 'encoder')
  const byText = new Map(
    examples.map(({ id, question, statement }) => [
      keyOf(question.trim(), statement.trim()),
      judged.get(id) as Probabilities,
    ]),
  )
  const judge = lookUp((state, unit) => {
    const probabilities = found(byText, keyOf(String(state.question).trim(), unitOf(state.statements, unit)))
    const share = probabilities.yes + 0.5 * probabilities.unsure
    return { type: 'choice', choice: mostProbable(probabilities), probabilities, share }
  })
  const everyday = examples.filter(({ dataset }) => dataset === 'agent-style')
  return { judge, cascade: new CascadeMeasurement(everyday, judged) }
}

/** The judge of claims. */
export async function supportJudge(): Promise<Judge> {
  const claims = await measureClaims(readClaims())
  const judged = crossValidateSupport(claims)
  const byText = new Map(
    claims.map(({ id, claim, context }) => [
      keyOf(
        claim.trim(),
        context.filter((piece) => piece.trim() !== ''),
      ),
      judged.get(id) as Probabilities,
    ]),
  )
  return lookUp((state, unit) => {
    const key = keyOf(unitOf(state.claims, unit), Object.values(state.context as object))
    const probabilities = found(byText, key)
    const { yes, no, unsure } = probabilities
    const choice = mostProbable(probabilities)
    return { type: 'choice', choice, probabilities: { yes, no, unsure, none: 0 }, share: yes }
  })
}

/** The judge of short answers, which takes the accepted answer that suits best. */
export function equivalenceJudge(): Judge {
  const answers = measureAnswers()
  const judged = crossValidateEquivalence(answers)
  const byText = new Map(answers.map(({ id, answer }) => [answer.trim(), judged.get(id) as number]))
  return lookUp((state, unit) => {
    const share = byText.get(unitOf(state.answers, unit)?.trim() ?? '')
    if (share === undefined)
      throw new JudgeAbstainedError(id, 'no accepted answer is short enough to compare by its words')
    return { type: 'choice', choice: share >= 0.5 ? 'same' : 'disagrees', share }
  })
}
