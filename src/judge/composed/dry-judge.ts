import { splitStatements } from '../../text/statements/statements.ts'
import type {
  Answer,
  Decision,
  DecisionRequest,
  JsonObject,
  Judge,
  Question,
  Questions,
  Task,
  TextRequest,
} from '../contract.ts'
import { makeEvidence } from '../evidence.ts'
import { wrapJudge } from './wrap-judge.ts'

/** The requests that a scorer would make to a judge. */
export interface DryRequests {
  /** Number of questions of each decision. */
  readonly decisions: number[]
  /** Requests for lists and texts, in addition to decisions. */
  others: number
  /** True if a question has options that can be reordered. */
  hasOptions: boolean
  /** The judges that would be asked. */
  readonly judges: Set<Judge>
  readonly tasks: Map<string, Pick<Task, 'name' | 'version'>>
  characters: number
}

export const noRequests = (): DryRequests => ({
  decisions: [],
  others: 0,
  hasOptions: false,
  judges: new Set(),
  tasks: new Map(),
  characters: 0,
})

/**
 * Makes a judge without a model that picks the first option: to count or compare requests, answers do not matter. The
 * evidence has each request as a prompt.
 */
export function dryJudge(judge: Judge, asked: DryRequests): Judge {
  asked.judges.add(judge)
  const evidenceFor = ({ task, ...request }: TextRequest) =>
    makeEvidence(judge.id, task, performance.now(), {
      prompts: [JSON.stringify([task.instructions, request])],
    })
  return wrapJudge(judge, {
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      const { questions, task, state } = request
      const { name, version, instructions } = task
      asked.tasks.set(`${name}/${version}`, { name, version })
      asked.characters += instructions.length + JSON.stringify([state, Object.values(questions)[0]]).length
      const all = Object.entries<Question>(questions)
      asked.decisions.push(all.length)
      asked.hasOptions ||= all.some(([, one]) => one.type === 'choice')
      const answers = Object.fromEntries(all.map(([id, question]) => [id, firstAnswer(question)]))
      return { answers: answers as Decision<Q>['answers'], evidence: evidenceFor(request) }
    },
    async extract(request) {
      const { state, task, ids, most } = request
      asked.others += 1
      asked.characters += task.instructions.length + JSON.stringify(state).length
      const texts = ids.length === 1 ? splitIntoSentences(state).slice(0, most) : ['Nothing was asked.']
      const lists = Object.fromEntries(ids.map((id) => [id, texts]))
      return { lists, evidence: evidenceFor(request) }
    },
    async write(request) {
      asked.others += 1
      return { text: 'Nothing was asked.', evidence: evidenceFor(request) }
    },
  })
}

function firstAnswer(question: Question): Answer {
  if (question.type === 'score') return { type: 'score', score: 0 }
  if (question.type === 'boolean') return { type: 'boolean', verdict: true, share: 1 }
  const [choice = ''] = Object.keys(question.criteria)
  return { type: 'choice', choice, share: question.line?.[choice] ?? 0.5 }
}

/** Returns the sentences of the longest text: about as many as a judge would list. */
function splitIntoSentences(state: JsonObject): string[] {
  const texts = Object.values(state).filter((value) => typeof value === 'string')
  const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '')
  return splitStatements(longest).map(({ text }) => text)
}
