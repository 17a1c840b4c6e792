import { evaluate, type MemberNode, type ValueNode } from '@humanwhocodes/momoa'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { Answer, Question, Questions } from '../contract.ts'
import { jsonOf } from './read-json.ts'

/**
 * Reads a model's reply against the questions it was asked. What is not an answer from the list is left out; a
 * reply that does not answer each question once, and nothing else, is not used at all.
 *
 * @param material What the model was shown, as text, and with it all that the reply may only be quoting.
 * @param shareRequired Whether an answer without its share is no answer.
 */
export function readAnswers(
  text: string,
  questions: Questions,
  material: string,
  shareRequired: boolean,
): {
  /** Usable answers by id; an id without one is left out. */
  readonly answers: Readonly<Record<string, Answer>>
  /** Whether the reply was JSON. */
  readonly readable: boolean
  /** Why none of its answers is used, where it is so. */
  readonly doubt?: string
  /** The ids that it gave no answer for, or none that can be trusted. */
  readonly unanswered: readonly string[]
  readonly warnings: readonly string[]
} {
  const ids = Object.keys(questions)
  const node = jsonOf(text)
  if (node === undefined) return { answers: {}, readable: false, unanswered: ids, warnings: [] }
  const claims = claimsIn(node, questions)
  const doubt = doubtAbout(claims, questions, compact(material))
  if (doubt !== undefined) {
    const missing = ids.filter((id) => !claims.some((claim) => claim.id === id))
    const unanswered = missing.length > 0 ? missing : ids
    return { answers: {}, readable: true, doubt, unanswered, warnings: [`${doubt}: all asked again`] }
  }
  const shareOf = shareReader(sharesIn(claims))
  const answers = new Map<string, Answer>()
  for (const { id = '', entry } of claims) {
    const question = questions[id]
    const answer = question && readAnswer(question, entry, shareOf, shareRequired)
    if (answer !== undefined) answers.set(id, answer)
  }
  const unanswered = ids.filter((id) => !answers.has(id))
  const warnings = unanswered.length > 0 ? [`no usable answer for ${unanswered.join(', ')}: asked again`] : []
  return { answers: Object.fromEntries(answers), readable: true, unanswered, warnings }
}

/** What a reply says about an id; without one where it does not say which. */
interface Claim {
  readonly id: string | undefined
  readonly entry: ValueNode
}

/** The one key under which some models wrap what they were asked for. */
const wrappers = new Set(['answers', 'verdicts', 'results', 'reply', 'response', 'output', 'data'])

/** Every answer that the reply gives: keyed by id, under a wrapping key or not, or listed with an `id`. */
function claimsIn(node: ValueNode, questions: Questions, isWrapped = false): Claim[] {
  if (node.type === 'Array') return node.elements.map(({ value: entry }) => ({ id: idWithin(entry), entry }))
  const members = node.type === 'Object' ? node.members : []
  const claims = members.map(({ name, value: entry }) => ({ id: nameOf(name), entry }))
  const [only] = claims
  const wraps =
    only && claims.length === 1 && wrappers.has(only.id) && !isWrapped && !Object.hasOwn(questions, only.id)
  return wraps ? claimsIn(only.entry, questions, true) : claims
}

/** The name of a field, which in JSON is a text. */
const nameOf = (name: MemberNode['name']) => (name.type === 'String' ? name.value : name.name)

function idWithin(entry: ValueNode): string | undefined {
  const id = entry.type === 'Object' ? fieldsOf(entry)?.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Text by which a repetition is known, however it is spaced and quoted. */
const compact = (text: string) => text.replace(/[\s\\]/g, '')

/**
 * Why nothing that the reply says can be trusted. Ids that are too many, too few or doubled may be those of other
 * units: a judge that counts from 0, or that leaves a unit out and counts on, gives right verdicts to wrong ids.
 */
function doubtAbout(claims: readonly Claim[], questions: Questions, material: string): string | undefined {
  const ids = claims.map(({ id }) => id)
  const wanted = Object.keys(questions)
  const unknown = ids.find((id) => id !== undefined && !Object.hasOwn(questions, id))
  if (unknown !== undefined) return `answered ${JSON.stringify(unknown.slice(0, 100))}, which was not asked`
  if (ids.includes(undefined)) return 'gave an answer without an id'
  const doubled = wanted.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))
  if (doubled.length > 0) return `answered ${doubled.join(', ')} twice`
  const missing = wanted.filter((id) => !ids.includes(id))
  if (missing.length > 0) return `left out ${missing.join(', ')}`
  const renamed = claims.filter(({ id, entry }) => (idWithin(entry) ?? id) !== id)
  if (renamed.length > 0)
    return `gave ${renamed.map(({ id }) => id).join(', ')} a different id inside the answer`
  const repeated = claims.filter(({ id, entry }) => material.includes(textOfClaim(entry, id)))
  if (repeated.length > 0) return `repeated ${repeated.map(({ id }) => id).join(', ')} from the material`
  const shares = sharesIn(claims)
  const isMixed = shares.some((share) => share > 0 && share < 1) && shares.some((share) => share > 1)
  return isMixed ? 'gave shares on two scales, as fractions and as readers of 100' : undefined
}

const sharesIn = (claims: readonly Claim[]) =>
  claims.flatMap(({ entry }) => readersIn(fieldsOf(entry)?.share) ?? [])

function textOfClaim(entry: ValueNode, id: string | undefined): string {
  const json = JSON.stringify(evaluate(entry))
  return compact(idWithin(entry) === undefined ? `${JSON.stringify(id)}:${json}` : json)
}

/** What an entry may say: anything more may take the rest of it back. */
const fieldNames = new Set(['id', 'reason', 'share', 'verdict'])

/** The fields of an entry; undefined where it has another, or one twice. A bare verdict is an entry too. */
function fieldsOf(entry: ValueNode): Readonly<Record<string, unknown>> | undefined {
  if (entry.type !== 'Object') return { verdict: evaluate(entry) }
  const names = entry.members.map(({ name }) => nameOf(name))
  const sound = new Set(names).size === names.length && names.every((name) => fieldNames.has(name))
  return sound ? (evaluate(entry) as Record<string, unknown>) : undefined
}

/**
 * Readers of 100 as a share, 0 to 1; undefined for a number that is neither. Shares between 0 and 1, one of them no
 * whole number, are fractions. Only 0 and 1 can be both: 1 of 100 readers, or all of them.
 *
 * @param all Every share of the reply.
 */
function shareReader(all: readonly number[]): (readers: number) => number | undefined {
  const mayBeFractions = all.some((share) => share > 0) && all.every((share) => share >= 0 && share <= 1)
  if (!mayBeFractions) return (readers) => (readers >= 0 && readers <= 100 ? readers / 100 : undefined)
  return all.every(Number.isInteger) ? () => undefined : (fraction) => fraction
}

/** The answer that an entry gives; undefined if it gives none from the question's list. */
function readAnswer(
  question: Question,
  entry: ValueNode,
  shareOf: (readers: number) => number | undefined,
  shareRequired: boolean,
): Answer | undefined {
  const fields = fieldsOf(entry)
  const answer = fields && readVerdict(question, fields.verdict)
  if (fields === undefined || answer === undefined) return undefined
  const graded = 'share' in question && question.share !== undefined
  const readers = graded ? readersIn(fields.share) : undefined
  const share = readers === undefined ? undefined : shareOf(readers)
  if (graded && share === undefined && shareRequired) return undefined
  const reason = typeof fields.reason === 'string' ? fields.reason.trim() || undefined : undefined
  return withoutUndefined({ ...answer, share, reason }) as Answer
}

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
function readersIn(share: unknown): number | undefined {
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
