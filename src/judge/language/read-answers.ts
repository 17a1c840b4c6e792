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

/** Whether a key comes twice in it: then it says two things. */
function hasDoubledKey(node: Node): boolean {
  const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value))
  return node.type === 'object' && new Set(keys).size < keys.length
}

/** The one key under which some models wrap what they were asked for. */
const wrappers = new Set(['answers', 'verdicts', 'results', 'reply', 'response', 'output', 'data'])

/**
 * Every answer that the reply gives: keyed by id at the top, under a wrapping key or not, or listed with an
 * `id`. Nothing deeper: a reply may repeat the material, which has the same ids.
 */
function claimsIn(node: Node, isWrapped = false): Claim[] {
  if (node.type === 'array') return (node.children ?? []).flatMap(listedClaim)
  const properties = (node.children ?? []).flatMap(({ children: [key, child] = [] }) =>
    key === undefined || child === undefined ? [] : [{ id: String(key.value), child }],
  )
  const [only] = properties
  if (!isWrapped && only && properties.length === 1 && wrappers.has(only.id))
    return claimsIn(only.child, true)
  return properties.map(({ id, child }) => ({ id, value: saidOf(child, id) }))
}

/** What is said about an id; undefined where it contradicts itself. */
function saidOf(node: Node, id: string): unknown {
  const value: unknown = getNodeValue(node)
  if (hasDoubledKey(node)) return undefined
  return isObject(value) && 'id' in value && value.id !== id ? undefined : value
}

function listedClaim(node: Node): Claim[] {
  const value: unknown = getNodeValue(node)
  if (!isObject(value) || typeof value.id !== 'string') return []
  return [{ id: value.id, value: saidOf(node, value.id) }]
}

/** The longest verdict is a word or two. */
const maximumVerdictLength = 100

/** Case, spaces, quotes and final punctuation do not change what was said. */
const plain = (text: string) =>
  text
    .slice(0, maximumVerdictLength)
    .normalize('NFKC')
    .trim()
    .replace(/^["'`*]+|["'`*.!。]+$/gu, '')
    .toLowerCase()

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Readers of 100, as 0 to 1. */
function readShare(value: unknown): number | undefined {
  const share = readNumber(typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value)
  return share !== undefined && share >= 0 && share <= 100 ? share / 100 : undefined
}

/** Whether the reply counts in fractions: then its 1 may be all readers or one of a hundred. */
function countsInFractions(claims: readonly Claim[]): boolean {
  const shares = claims.flatMap(({ value }) => (isObject(value) ? (readNumber(value.share) ?? []) : []))
  return shares.length > 0 && shares.every((share) => share <= 1) && shares.some((share) => share > 0)
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

function readAnswer(
  question: Question,
  value: unknown,
  grades: 'required' | 'wanted' | 'unusable',
): Answer | undefined {
  const entry = isObject(value) ? value : { verdict: value }
  const answer = readVerdict(question, entry.verdict)
  if (answer === undefined) return undefined
  const graded = 'share' in question && question.share !== undefined
  const share = graded && grades !== 'unusable' ? readShare(entry.share) : undefined
  if (graded && share === undefined && grades === 'required') return undefined
  const reason =
    typeof entry.reason === 'string' && entry.reason.trim() !== '' ? entry.reason.trim() : undefined
  return { ...answer, ...(share === undefined ? {} : { share }), ...(reason === undefined ? {} : { reason }) }
}

/** What two answers to one question must agree in. */
const essence = (answer: Answer | undefined) => JSON.stringify({ ...answer, reason: undefined })

/**
 * Reads a model's reply against the questions it was asked. What is not an answer from the list is left out,
 * and so is an id that was answered twice, differently.
 *
 * @param shareRequired Whether an answer without its share is no answer.
 */
export function readAnswers(text: string, questions: Questions, shareRequired: boolean): ReadAnswers {
  const nodes = jsonIn(text)
  const claims = nodes.flatMap((node) => claimsIn(node))
  const asked = claims.filter(({ id }) => Object.hasOwn(questions, id))
  const warnings = claims
    .filter(({ id, value }) => !Object.hasOwn(questions, id) && isObject(value) && 'verdict' in value)
    .map(({ id }) => `answered ${JSON.stringify(id)}, which was not asked`)
  const fractions = countsInFractions(asked)
  if (fractions) warnings.push('gave shares as fractions, which cannot be told from readers of 100: not used')
  const answers = new Map<string, Answer>()
  for (const id of new Set(asked.map((claim) => claim.id))) {
    const question = questions[id]
    if (question === undefined) continue
    const grades = shareRequired ? 'required' : 'wanted'
    const read = asked
      .filter((claim) => claim.id === id)
      .map(({ value }) =>
        fractions && shareRequired ? undefined : readAnswer(question, value, fractions ? 'unusable' : grades),
      )
    const [first] = read
    if (new Set(read.map(essence)).size > 1) warnings.push(`answered ${id} twice, differently`)
    else if (first !== undefined) answers.set(id, first)
  }
  return { answers: Object.fromEntries(answers), readable: nodes.length > 0, warnings }
}
