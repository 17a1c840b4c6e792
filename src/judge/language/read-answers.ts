import { getNodeValue, type Node } from 'jsonc-parser'
import type { Answer, Question, Questions } from '../contract.ts'
import { jsonIn } from './read-json.ts'

export interface ReadAnswers {
  /** Usable answers by id; an id without one is left out. */
  readonly answers: Record<string, Answer>
  /** Whether the text held any JSON at all. */
  readonly readable: boolean
  readonly warnings: string[]
}

interface Claim {
  readonly id: string
  readonly value: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every answer that the reply gives, keyed by id or listed with an `id`, under a wrapping key or not. */
function claimsIn(node: Node, isAsked: (id: string) => boolean): Claim[] {
  const value: unknown = getNodeValue(node)
  if (isObject(value) && typeof value.id === 'string' && 'verdict' in value) return [{ id: value.id, value }]
  if (node.type === 'array') return (node.children ?? []).flatMap((child) => claimsIn(child, isAsked))
  if (node.type !== 'object') return []
  return (node.children ?? []).flatMap((property) => {
    const [key, child] = property.children ?? []
    if (key === undefined || child === undefined) return []
    const id = String(key.value)
    const content: unknown = getNodeValue(child)
    if (isAsked(id) || (isObject(content) && 'verdict' in content)) return [{ id, value: content }]
    return claimsIn(child, isAsked)
  })
}

/** Case, spaces, quotes and final punctuation do not change what was said. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^["'`*]+|["'`*.!。]+$/gu, '')
    .toLowerCase()

function readNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*%?\s*$/.test(value) ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Whole readers of 100, as 0 to 1. A fraction is not read: 0.85 may have meant 85 or not quite 1. */
function readShare(value: unknown): number | undefined {
  const share = readNumber(value)
  return share !== undefined && share >= 0 && share <= 100 && (Number.isInteger(share) || share > 1)
    ? share / 100
    : undefined
}

function readVerdict(question: Question, verdict: unknown): Answer | undefined {
  if (question.type === 'choice') {
    const choice = Object.keys(question.criteria).find(
      (option) => typeof verdict === 'string' && plain(option) === plain(verdict),
    )
    return choice === undefined ? undefined : { type: 'choice', choice }
  }
  if (question.type === 'score') {
    const score = readNumber(verdict)
    const inRange = score !== undefined && score >= 0 && score <= question.criteria.length - 1
    return inRange ? { type: 'score', score } : undefined
  }
  const word = typeof verdict === 'string' ? plain(verdict) : String(verdict)
  return word === 'true' || word === 'false' ? { type: 'boolean', verdict: word === 'true' } : undefined
}

function readAnswer(question: Question, value: unknown, shareRequired: boolean): Answer | undefined {
  const entry = isObject(value) ? value : { verdict: value }
  const answer = readVerdict(question, entry.verdict)
  if (answer === undefined) return undefined
  const graded = 'share' in question && question.share !== undefined
  const share = graded ? readShare(entry.share) : undefined
  if (graded && share === undefined && shareRequired) return undefined
  const reason =
    typeof entry.reason === 'string' && entry.reason.trim() !== '' ? entry.reason.trim() : undefined
  return { ...answer, ...(share === undefined ? {} : { share }), ...(reason === undefined ? {} : { reason }) }
}

const verdictOf = (answer: Answer) =>
  answer.type === 'choice' ? answer.choice : answer.type === 'score' ? answer.score : answer.verdict

/**
 * Reads a model's reply against the questions it was asked. What is not an answer from the list is left out,
 * and so is an id that was answered twice with different verdicts.
 */
export function readAnswers(text: string, questions: Questions, shareRequired: boolean): ReadAnswers {
  const nodes = jsonIn(text)
  const claims = nodes.flatMap((node) => claimsIn(node, (id) => Object.hasOwn(questions, id)))
  const answers: Record<string, Answer> = {}
  const warnings: string[] = []
  for (const id of new Set(claims.map((claim) => claim.id))) {
    const question = Object.hasOwn(questions, id) ? questions[id] : undefined
    if (question === undefined) {
      warnings.push(`answered ${JSON.stringify(id)}, which was not asked`)
      continue
    }
    const read = claims
      .filter((claim) => claim.id === id)
      .map((claim) => readAnswer(question, claim.value, shareRequired))
    const [first] = read
    const verdicts = new Set(read.map((answer) => answer && verdictOf(answer)))
    if (verdicts.size > 1) warnings.push(`answered ${id} twice, differently`)
    else if (first !== undefined) answers[id] = first
  }
  return { answers, readable: nodes.length > 0, warnings }
}
