/**
 * Measures a cascade of the embedded judge and a scripted strong judge on statement-relevance-agent-style, as
 * docs/judges/cascade.md shows it. node scripts/measure-cascade.ts
 *
 * The embedded judge is cross-validated: what it says of a statement comes from weights that were fitted without the
 * statement's question. The strong judge gives the label of the data, and in a seeded part of the cases another one.
 */
import type {
  ChoiceAnswer,
  ChoiceQuestion,
  Decision,
  DecisionRequest,
  Judge,
  Questions,
} from '../src/judge/contract.ts'
import { decide } from '../src/judge/decide.ts'
import { encoderInstallation, sharedEncoder } from '../src/judge/embedded/encoder.ts'
import { type Verdict, verdicts } from '../src/judge/embedded/regression.ts'
import { crossValidate } from '../src/judge/embedded/training/cross-validation.ts'
import { measureExamples, readExamples } from '../src/judge/embedded/training/examples.ts'
import { cascadeJudge } from '../src/judge/index.ts'
import { seededRandom } from '../src/judge/panel/shuffle.ts'
import { relevanceQuestion, relevanceTask } from '../src/scorers/answer-relevancy.ts'

const encoder = sharedEncoder()
if (!encoder) throw new Error(`the encoder is needed to measure: ${encoderInstallation}`)
const all = await measureExamples(readExamples(), encoder)
const crossValidated = crossValidate(all, 'encoder')
const examples = all.filter(({ dataset }) => dataset === 'agent-style')
const labels = new Map(examples.map(({ id, label }) => [id, label]))

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

function embedded() {
  return scripted('embedded', (key) => {
    const probabilities = crossValidated.get(key)
    if (probabilities === undefined) throw new Error(`${key} was not judged`)
    const choice = verdicts.reduce((best, verdict) =>
      probabilities[verdict] > probabilities[best] ? verdict : best,
    )
    return { type: 'choice', choice, probabilities }
  })
}

/** @param accuracy The part of the cases, 0 to 1, in which it gives the label. */
function strong(accuracy: number, seed: number) {
  const random = seededRandom(seed)
  const given = new Map(
    examples.map(({ id, label }) => {
      const [right, others] = [random() < accuracy, verdicts.filter((verdict) => verdict !== label)]
      const other = others[Math.floor(random() * others.length)] as Verdict
      return [id, right ? label : other]
    }),
  )
  return scripted('strong', (key) => ({ type: 'choice', choice: given.get(key) as Verdict }))
}

const groups = [...new Set(examples.map(({ group }) => group))].map((group) =>
  examples.filter((example) => example.group === group),
)

/** Asks about each answer's statements in one request, as a scorer does. */
async function run(judge: Judge): Promise<Map<string, Verdict>> {
  const given = new Map<string, Verdict>()
  for (const group of groups) {
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

function agreement(given: ReadonlyMap<string, Verdict>): { accuracy: number; kappa: number } {
  const part = (matches: (id: string, label: Verdict) => boolean) =>
    [...labels].filter(([id, label]) => matches(id, label)).length / labels.size
  const accuracy = part((id, label) => given.get(id) === label)
  const chance = verdicts.reduce(
    (total, verdict) =>
      total + part((_, label) => label === verdict) * part((id) => given.get(id) === verdict),
    0,
  )
  return { accuracy, kappa: (accuracy - chance) / (1 - chance) }
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0) / numbers.length
const percent = (part: number) => `${(100 * part).toFixed(1)} %`
const seeds = Array.from({ length: 20 }, (_, index) => index + 1)

const alone = agreement(await run(embedded()))
console.log(`${examples.length} statements in ${groups.length} requests`)
console.log(`embedded alone: agreement ${percent(alone.accuracy)}, kappa ${alone.kappa.toFixed(2)}`)
for (const accuracy of [0.85, 0.9, 0.95, 1]) {
  console.log(`\nstrong judge right in ${percent(accuracy)} of cases, mean of ${seeds.length} seeds`)
  console.log('sure  agreement kept  kappa kept  questions asked  requests made')
  for (const sure of [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]) {
    const rows = await Promise.all(
      seeds.map(async (seed) => {
        const [whole, better] = [agreement(await run(strong(accuracy, seed))), strong(accuracy, seed)]
        const kept = agreement(await run(cascadeJudge([embedded(), better], { sure })))
        return {
          accuracy: kept.accuracy / whole.accuracy,
          kappa: kept.kappa / whole.kappa,
          questions: better.questions / examples.length,
          requests: better.requests / groups.length,
        }
      }),
    )
    const column = (name: keyof (typeof rows)[number]) => percent(mean(rows.map((row) => row[name])))
    const [accuracyKept, kappaKept] = [column('accuracy').padStart(14), column('kappa').padStart(10)]
    const [questions, requests] = [column('questions').padStart(15), column('requests').padStart(13)]
    console.log(`${sure.toFixed(2)}  ${accuracyKept}  ${kappaKept}  ${questions}  ${requests}`)
  }
}
