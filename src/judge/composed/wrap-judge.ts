import { checkedMethods } from '../check-outcome.ts'
import type {
  Evidence,
  Extraction,
  JsonObject,
  Judge,
  ListsRequest,
  Prose,
  Question,
  Questions,
  TextRequest,
} from '../contract.ts'

/**
 * Makes a judge that looks the same from outside, but whose work goes through other functions. It has no method that
 * the original lacks.
 *
 * @param id If it is no longer the same judge.
 */
export function wrapJudge(
  judge: Judge,
  work: {
    /** Names of the tasks that remain of the judge's. Default: all of them. */
    readonly tasks?: readonly string[]
    /** Default: those of the judge. */
    readonly settings?: () => JsonObject
    /** Default: the judge's. */
    readonly verdictsAreFinal?: boolean
    /** Default: the judge's, like the next one. */
    readonly weighting?: Judge['weighting']
    readonly asking?: Judge['asking']
    readonly decide: Judge['decide']
    /** Default: as the judge does. */
    readonly extract?: (
      request: ListsRequest,
      extract: (request: ListsRequest) => Promise<Extraction>,
    ) => Promise<Extraction>
    readonly write?: (request: TextRequest, write: (request: TextRequest) => Promise<Prose>) => Promise<Prose>
  },
  id: string = judge.id,
): Judge {
  const { extract, write } = checkedMethods(judge)
  return {
    id,
    model: judge.model,
    weighting: work.weighting ?? judge.weighting,
    asking: work.asking ?? judge.asking,
    tasks: work.tasks ?? judge.tasks,
    deterministic: judge.deterministic,
    verdictsAreFinal: work.verdictsAreFinal ?? judge.verdictsAreFinal,
    get notice() {
      return judge.notice
    },
    get settings() {
      return work.settings === undefined ? judge.settings : work.settings()
    },
    decide: work.decide,
    ...(extract && { extract: (request) => work.extract?.(request, extract) ?? extract(request) }),
    ...(write && { write: (request) => work.write?.(request, write) ?? write(request) }),
  }
}

export function withWarnings<Outcome extends { readonly evidence: Evidence }>(
  outcome: Outcome,
  added: readonly (string | undefined)[],
): Outcome {
  const warnings = [...outcome.evidence.warnings, ...added.filter((warning) => warning !== undefined)]
  return { ...outcome, evidence: { ...outcome.evidence, warnings } }
}

/** Reverses the options of a choice; the levels of a score have an order of their own. */
function reversed(question: Question): Question {
  if (question.type !== 'choice') return question
  const criteria = Object.fromEntries(Object.entries(question.criteria).reverse())
  return { ...question, criteria }
}

/** Makes a judge that sees the options of choices in reverse order. */
export const withReversedOptions = (judge: Judge): Judge =>
  wrapJudge(judge, {
    decide: (request) => {
      const questions = Object.fromEntries(
        Object.entries(request.questions as Questions).map(([id, question]) => [id, reversed(question)]),
      )
      return judge.decide({ ...request, questions: questions as typeof request.questions })
    },
  })
