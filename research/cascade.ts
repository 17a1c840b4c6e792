/** A cascade of the embedded judge and a scripted strong judge over labelled statements. */
import type {
  ChoiceAnswer,
  ChoiceQuestion,
  Decision,
  DecisionRequest,
  Judge,
  Questions,
} from '../src/judge/contract.ts'
import { decide } from '../src/judge/decide.ts'
import { type Probabilities, type Verdict, verdicts } from '../src/judge/embedded/regression.ts'
import { cascadeJudge } from '../src/judge/index.ts'
import { relevanceQuestion, relevanceTask } from '../src/scorers/answer-relevancy.ts'
import { seededRandom } from '../src/shared/random.ts'
import type { Example } from './training/examples.ts'

export interface CascadeFigures {
  /** Agreement with the labels, and kappa, as parts of those of the strong judge alone. */
  readonly agreementKept: number
  readonly kappaKept: number
  /** Questions that the strong judge is asked, as a part of all. */
  readonly questions: number
  /** Requests that are made to it, as a part of those without the cheap judge: one an answer. */
  readonly requests: number
}

/** A judge that looks its answers up by the id of the question. */
function scripted(
  id: string,
  answer: (key: string) => ChoiceAnswer<Verdict>,
): Judge & { requests: number; questions: number } {
  const judge = {
    id,
    requests: 0,
    questions: 0,
    async decide<const Q extends Questions>({ questions, task }: DecisionRequest<Q>): Promise<Decision<Q>> {
      const keys = Object.keys(questions)
      judge.requests += 1
      judge.questions += keys.length
      return {
        answers: Object.fromEntries(keys.map((key) => [key, answer(key)])) as Decision<Q>['answers'],
        evidence: {
          judge: id,
          task: `${task.name}/${task.version}`,
          prompts: [],
          calls: 1,
          usage: { inputTokens: 0, outputTokens: 0 },
          durationInMs: 0,
          cached: false,
          warnings: [],
        },
      }
    },
  }
  return judge
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length

export class CascadeMeasurement {
  readonly #examples: readonly Example[]
  readonly #probabilities: ReadonlyMap<string, Probabilities>
  readonly #groups: readonly (readonly Example[])[]

  /** @param probabilities What the cheap judge says, by id; fitted without the example's question. */
  constructor(examples: readonly Example[], probabilities: ReadonlyMap<string, Probabilities>) {
    this.#examples = examples
    this.#probabilities = probabilities
    this.#groups = [...Map.groupBy(examples, ({ group }) => group).values()]
  }

  get requests(): number {
    return this.#groups.length
  }

  /** The cheap judge alone. */
  async alone(): Promise<{ accuracy: number; kappa: number }> {
    return this.#agreement(await this.#run(this.#embedded()))
  }

  /**
   * Means over seeds.
   *
   * @param accuracy The part of the cases, 0 to 1, in which the strong judge gives the label.
   */
  async measure(accuracy: number, sure: number, seeds: readonly number[]): Promise<CascadeFigures> {
    const rows = await Promise.all(
      seeds.map(async (seed): Promise<CascadeFigures> => {
        const whole = this.#agreement(await this.#run(this.#strong(accuracy, seed)))
        const better = this.#strong(accuracy, seed)
        const kept = this.#agreement(await this.#run(cascadeJudge([this.#embedded(), better], { sure })))
        return {
          agreementKept: kept.accuracy / whole.accuracy,
          kappaKept: kept.kappa / whole.kappa,
          questions: better.questions / this.#examples.length,
          requests: better.requests / this.#groups.length,
        }
      }),
    )
    return {
      agreementKept: mean(rows.map(({ agreementKept }) => agreementKept)),
      kappaKept: mean(rows.map(({ kappaKept }) => kappaKept)),
      questions: mean(rows.map(({ questions }) => questions)),
      requests: mean(rows.map(({ requests }) => requests)),
    }
  }

  #embedded() {
    return scripted('embedded', (key) => {
      const probabilities = this.#probabilities.get(key)
      if (probabilities === undefined) throw new Error(`${key} was not judged`)
      const choice = verdicts.reduce((best, verdict) =>
        probabilities[verdict] > probabilities[best] ? verdict : best,
      )
      return { type: 'choice', choice, probabilities }
    })
  }

  #strong(accuracy: number, seed: number) {
    const random = seededRandom(seed)
    const given = new Map(
      this.#examples.map(({ id, label }) => {
        const [right, others] = [random() < accuracy, verdicts.filter((verdict) => verdict !== label)]
        const other = others[Math.floor(random() * others.length)] as Verdict
        return [id, right ? label : other]
      }),
    )
    return scripted('strong', (key) => ({ type: 'choice', choice: given.get(key) as Verdict }))
  }

  /** Asks about each answer's statements in one request, as a scorer does. */
  async #run(judge: Judge): Promise<Map<string, Verdict>> {
    const given = new Map<string, Verdict>()
    for (const group of this.#groups) {
      const questions: Record<string, ChoiceQuestion<Verdict>> = Object.fromEntries(
        group.map(({ id }) => [id, relevanceQuestion]),
      )
      const statements = Object.fromEntries(group.map(({ id, statement }) => [id, statement]))
      const state = { question: group[0]?.question ?? '', statements }
      const { answers } = await decide(judge, { task: relevanceTask, state, questions })
      for (const [id, answer] of Object.entries(answers)) given.set(id, answer.choice)
    }
    return given
  }

  #agreement(given: ReadonlyMap<string, Verdict>): { accuracy: number; kappa: number } {
    const part = (matches: (example: Example) => boolean) =>
      this.#examples.filter(matches).length / this.#examples.length
    const accuracy = part(({ id, label }) => given.get(id) === label)
    const chance = verdicts.reduce(
      (total, verdict) =>
        total + part(({ label }) => label === verdict) * part(({ id }) => given.get(id) === verdict),
      0,
    )
    return { accuracy, kappa: (accuracy - chance) / (1 - chance) }
  }
}
