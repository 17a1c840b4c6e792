import { getNodeValue, type Node } from 'jsonc-parser'
import type { Answer, Question } from '../contract.ts'

/** The longest verdict or number is a word or two. */
const maximumLength = 100

/** Case, spaces, quotes and final punctuation do not change what was said. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^["'`*]+|(?<!["'`*.!。])["'`*.!。]+$/gu, '')
    .toLowerCase()

const isShort = (value: unknown) => typeof value === 'string' && value.length <= maximumLength

function readNumber(value: unknown): number | undefined {
  const number = isShort(value) && /^\d+(?:\.\d+)?$/.test(String(value).trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Readers of 100, as the judge counts them; undefined for what is no number. */
export function readersIn(share: unknown): number | undefined {
  return readNumber(isShort(share) ? String(share).trim().replace(/%$/, '') : share)
}

function readVerdict(question: Question, verdict: unknown): Answer | undefined {
  if (typeof verdict === 'string' && !isShort(verdict)) return undefined
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
  // What is neither stays as it is: an object of the parser cannot be made a text.
  const word = typeof verdict === 'boolean' ? String(verdict) : typeof verdict === 'string' && plain(verdict)
  return word === 'true' || word === 'false' ? { type: 'boolean', verdict: word === 'true' } : undefined
}

/** What an entry may say: anything more may take the rest of it back. */
const fields = new Set(['id', 'reason', 'share', 'verdict'])

/** The fields of an entry; undefined where it has another, or one twice. A bare verdict is an entry too. */
export function fieldsOf(entry: Node): Readonly<Record<string, unknown>> | undefined {
  if (entry.type !== 'object') return { verdict: getNodeValue(entry) }
  const names = (entry.children ?? []).map((property) => String(property.children?.[0]?.value))
  const sound = new Set(names).size === names.length && names.every((name) => fields.has(name))
  return sound ? (getNodeValue(entry) as Record<string, unknown>) : undefined
}

/** Whether an answer has its share where the judge gives one, must have it, or does without. */
export type ShareUse = 'wanted' | 'required' | 'unusable'

/** The answer that an entry gives; undefined where it gives none from the question's list. */
export function readAnswer(question: Question, entry: Node, shares: ShareUse): Answer | undefined {
  const said = fieldsOf(entry)
  const answer = said && readVerdict(question, said.verdict)
  if (said === undefined || answer === undefined) return undefined
  const graded = 'share' in question && question.share !== undefined
  const readers = graded && shares !== 'unusable' ? readersIn(said.share) : undefined
  const share = readers !== undefined && readers >= 0 && readers <= 100 ? readers / 100 : undefined
  if (graded && share === undefined && shares === 'required') return undefined
  const reason = typeof said.reason === 'string' && said.reason.trim() !== '' ? said.reason.trim() : undefined
  return { ...answer, ...(share === undefined ? {} : { share }), ...(reason === undefined ? {} : { reason }) }
}
