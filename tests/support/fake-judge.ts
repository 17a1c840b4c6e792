import { createHash } from 'node:crypto'
import type {
  Answer,
  ChoiceAnswer,
  DecisionRequest,
  Evidence,
  Judge,
  ListsRequest,
  Question,
  Questions,
  TextRequest,
} from '../../src/judge/contract.ts'
import { noUsage } from '../../src/judge/evidence.ts'

/** A choice, a score, a verdict of yes or no, a choice with its grades, or a whole answer. */
export type GivenAnswer = string | number | boolean | Omit<ChoiceAnswer, 'type'> | Answer

function toAnswer(given: GivenAnswer): Answer {
  if (typeof given === 'string') return { type: 'choice', choice: given }
  if (typeof given === 'number') return { type: 'score', score: given }
  if (typeof given === 'boolean') return { type: 'boolean', verdict: given }
  return 'type' in given ? given : { type: 'choice', ...given }
}

export interface FakeJudge extends Judge {
  readonly requests: DecisionRequest[]
  readonly extractions: TextRequest[]
}

type Maybe<Value> = Value | Promise<Value>

export interface FakeJudgeOptions extends Partial<Omit<Judge, 'extract' | 'write'>> {
  /** Where it gives undefined, the question stays unanswered. */
  answer?: (question: Question, id: string, request: DecisionRequest) => GivenAnswer | undefined
  /** What it lists: all of it where one list is wanted, and of pieces one text each. Without it the judge cannot list. */
  extract?: readonly string[] | ((request: ListsRequest) => Maybe<readonly string[]>)
  /** The prose. Without it the judge cannot write. */
  write?: (request: TextRequest) => Maybe<string>
  /** What the judge says of its work on a task ('name/version'). Default: no prompts, calls, tokens and time. */
  evidence?: (task: string) => Partial<Evidence>
}

/** A judge in process that answers by a function, and records what it was asked. */
export function fakeJudge(options: FakeJudgeOptions = {}): FakeJudge {
  const { id = 'given', answer = () => undefined, extract, write, evidence, ...extras } = options
  const requests: DecisionRequest[] = []
  const extractions: TextRequest[] = []
  const evidenceOf = ({ task: { name, version } }: TextRequest): Evidence => ({
    judge: id,
    task: `${name}/${version}`,
    prompts: [],
    calls: 0,
    usage: noUsage,
    durationInMs: 0,
    cached: false,
    warnings: [],
    ...evidence?.(`${name}/${version}`),
  })
  return {
    id,
    requests,
    extractions,
    async decide<const Q extends Questions>(request: DecisionRequest<Q>) {
      requests.push(request)
      const answers = Object.entries(request.questions).flatMap(([key, question]) => {
        const given = answer(question, key, request)
        return given === undefined ? [] : [[key, toAnswer(given)]]
      })
      return { answers: Object.fromEntries(answers), evidence: evidenceOf(request) }
    },
    ...(extract && {
      async extract(request: ListsRequest) {
        extractions.push(request)
        const texts = typeof extract === 'function' ? await extract(request) : extract
        const { ids } = request
        const lists = ids.map((id, index) => [id, ids.length === 1 ? texts : texts.slice(index, index + 1)])
        return { lists: Object.fromEntries(lists), evidence: evidenceOf(request) }
      },
    }),
    ...(write && {
      write: async (request: TextRequest) => ({ text: await write(request), evidence: evidenceOf(request) }),
    }),
    ...extras,
  }
}

/** Gives these answers in the order of the units, whose ids count from 1. */
export const verdictJudge = (answers: readonly GivenAnswer[], options: FakeJudgeOptions = {}) =>
  fakeJudge({ answer: (_, id) => answers[Number(id.replace(/\D/g, '')) - 1], ...options })

/** Gives these answers by the id of the question. */
export const judgeById = (
  answers: { readonly [id: string]: GivenAnswer | undefined },
  options: FakeJudgeOptions = {},
) => fakeJudge({ answer: (_, id) => answers[id], ...options })

/** One of the answers that a question allows, by a chance from 0 up to, and without, 1. */
export function answerByChance(question: Question, chance: number): GivenAnswer {
  if (question.type === 'boolean') return chance < 0.5
  if (question.type === 'score') return Math.floor(chance * question.criteria.length)
  const options = Object.keys(question.criteria)
  return options[Math.floor(chance * options.length)] ?? ''
}

/** The same number for the same text, from 0 up to, and without, 1. */
export const chanceOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/**
 * A judge whose every verdict changes with any change of what it is shown: two runs get the same score from it
 * only where a scorer read the same material out of both.
 */
export const judgeByMaterial = () =>
  fakeJudge({
    id: 'by-material',
    answer: (question, id, { state }) =>
      answerByChance(question, chanceOf(`${id}\n${JSON.stringify(state)}`)),
    extract: ({ state }) =>
      Object.values(state)
        .flatMap((value) => (typeof value === 'string' ? value.split(/\n+|(?<=[.!?]) /) : []))
        .filter((line) => line.trim() !== ''),
  })
