import { evaluate, type MemberNode, type ValueNode } from '@humanwhocodes/momoa'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import type { Answer, Question, Questions } from '../contract.ts'
import { findJson } from './read-json.ts'
import { isMixed, type ShareReader, shareReader } from './read-shares.ts'

/**
 * Reads the answers in a model's reply. It leaves out answers that are not from the list; if the reply does not answer
 * each question once, and nothing else, it uses none of it.
 *
 * @param material The text that the model saw: the reply may be quoting any of it.
 * @param shareRequired Whether an answer without its share counts as missing.
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
  /** Why an answer is not used, if it was not merely left out or from outside the list. */
  readonly doubt?: string | undefined
  /** The ids without an answer, or without one that can be trusted. */
  readonly unanswered: readonly string[]
  readonly warnings: readonly string[]
} {
  const ids = Object.keys(questions)
  const node = findJson(text)
  if (node === undefined) return { answers: {}, readable: false, unanswered: ids, warnings: [] }
  const entries = entriesIn(node, questions)
  const doubt = doubtAbout(entries, questions, compact(material))
  if (doubt !== undefined) {
    const missing = ids.filter((id) => !entries.some((entry) => entry.id === id))
    const unanswered = missing.length > 0 ? missing : ids
    return { answers: {}, readable: true, doubt, unanswered, warnings: [`${doubt}: all asked again`] }
  }
  const readers = shareReaders(entries, questions)
  const answers = new Map<string, Answer>()
  for (const { id = '', value } of entries) {
    const question = questions[id]
    const answer = question && readAnswer(question, value, readers(id), shareRequired)
    if (answer !== undefined) answers.set(id, answer)
  }
  const unanswered = ids.filter((id) => !answers.has(id))
  const warnings = unanswered.length > 0 ? [`no usable answer for ${unanswered.join(', ')}: asked again`] : []
  const fault = entries
    .map(({ id = '', value }) => (answers.has(id) ? undefined : describeFault(id, value)))
    .find(Boolean)
  return { answers: Object.fromEntries(answers), readable: true, doubt: fault, unanswered, warnings }
}

/** One answer in a reply; without an id if it does not give one. */
interface ReplyEntry {
  readonly id: string | undefined
  readonly value: ValueNode
}

/** The keys in which some models wrap the whole reply. */
const wrappers = new Set(['answers', 'verdicts', 'results', 'reply', 'response', 'output', 'data'])

/** Returns every answer in the reply: keyed by id, possibly under a wrapping key, or listed with an `id`. */
function entriesIn(node: ValueNode, questions: Questions, isWrapped = false): ReplyEntry[] {
  if (node.type === 'Array') return node.elements.map(({ value }) => ({ id: idWithin(value), value }))
  const members = node.type === 'Object' ? node.members : []
  const entries = members.map(({ name, value }) => ({ id: readName(name), value }))
  const [only] = entries
  const wraps =
    only && entries.length === 1 && wrappers.has(only.id) && !isWrapped && !Object.hasOwn(questions, only.id)
  return wraps ? entriesIn(only.value, questions, true) : entries
}

/** Returns the name of a field, which is a string in JSON. */
const readName = (name: MemberNode['name']) => (name.type === 'String' ? name.value : name.name)

function idWithin(value: ValueNode): string | undefined {
  const id = value.type === 'Object' ? readFields(value)?.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Removes differences in spacing and quoting, so that repetitions are recognised. */
const compact = (text: string) => text.replace(/[\s\\]/g, '')

/**
 * Returns why nothing in the reply can be trusted. Ids that are surplus, missing or duplicated may be those of other
 * units: a judge that counts from 0, or that leaves a unit out and counts on, gives right verdicts to wrong ids.
 */
function doubtAbout(
  entries: readonly ReplyEntry[],
  questions: Questions,
  material: string,
): string | undefined {
  const ids = entries.map(({ id }) => id)
  const wanted = Object.keys(questions)
  const unknown = ids.find((id) => id !== undefined && !Object.hasOwn(questions, id))
  if (unknown !== undefined) return `answered ${JSON.stringify(unknown.slice(0, 100))}, which was not asked`
  if (ids.includes(undefined)) return 'gave an answer without an id'
  const doubled = wanted.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))
  if (doubled.length > 0) return `answered ${doubled.join(', ')} twice`
  const missing = wanted.filter((id) => !ids.includes(id))
  if (missing.length > 0) return `left out ${missing.join(', ')}`
  const renamed = entries.filter(({ id, value }) => (idWithin(value) ?? id) !== id)
  if (renamed.length > 0)
    return `gave ${renamed.map(({ id }) => id).join(', ')} a different id inside the answer`
  const repeated = entries.filter(({ id, value }) => material.includes(textOfEntry(value, id)))
  if (repeated.length > 0) return `repeated ${repeated.map(({ id }) => id).join(', ')} from the material`
  return [...groupByQuestion(entries, questions).values()].some((kind) => isMixed(sharesIn(kind)))
    ? 'gave shares on two scales, as fractions and as readers of 100'
    : undefined
}

const sharesIn = (entries: readonly ReplyEntry[]) =>
  entries.flatMap(({ value }) => readersIn(readFields(value)?.share) ?? [])

function textOfEntry(value: ValueNode, id: string | undefined): string {
  const json = JSON.stringify(evaluate(value))
  return compact(idWithin(value) === undefined ? `${JSON.stringify(id)}:${json}` : json)
}

/** The allowed fields of an entry: any other may take the rest of it back. */
const fieldNames = new Set(['id', 'reason', 'share', 'verdict'])

function describeFault(id: string, value: ValueNode): string | undefined {
  const names = value.type === 'Object' ? value.members.map(({ name }) => readName(name)) : []
  const given = (name: string) => `gave ${id} the field ${JSON.stringify(name.slice(0, 100))}`
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) return `${given(twice)} twice`
  const other = names.find((name) => !fieldNames.has(name))
  return other === undefined ? undefined : `${given(other)}, which was not asked for`
}

/** Returns the fields of an entry; undefined if it has another, or one twice. A bare verdict is one, too. */
function readFields(value: ValueNode): Readonly<Record<string, unknown>> | undefined {
  if (value.type !== 'Object') return { verdict: evaluate(value) }
  return describeFault('', value) === undefined ? (evaluate(value) as Record<string, unknown>) : undefined
}

/**
 * Returns how to read the share of each id. A reply may count the readers of one kind of question in one way, and those
 * of another in another.
 */
function shareReaders(entries: readonly ReplyEntry[], questions: Questions): (id: string) => ShareReader {
  const all = sharesIn(entries)
  if (!isMixed(all)) {
    const reader = shareReader(all)
    return () => reader
  }
  const kinds = [...groupByQuestion(entries, questions).values()].map(
    (kind) => [shareReader(sharesIn(kind)), kind.map(({ id }) => id)] as const,
  )
  const readers = new Map(kinds.flatMap(([reader, ids]) => ids.map((id) => [id, reader] as const)))
  return (id) => readers.get(id) ?? (() => undefined)
}

const groupByQuestion = (entries: readonly ReplyEntry[], questions: Questions) =>
  Map.groupBy(entries, ({ id = '' }) => JSON.stringify(questions[id]))

/** Returns whether the verdict lies at the low end of the question's share. */
function isLowest(question: Question, answer: Answer): boolean {
  if (answer.type === 'boolean') return !answer.verdict
  if (question.type !== 'choice' || answer.type !== 'choice' || question.line === undefined) return false
  const line = question.line as Readonly<Record<string, number>>
  return line[answer.choice] === Math.min(...Object.values(line))
}

/** Returns the answer in an entry; undefined if it is not from the question's list. */
function readAnswer(
  question: Question,
  value: ValueNode,
  readShare: ShareReader,
  shareRequired: boolean,
): Answer | undefined {
  const fields = readFields(value)
  const answer = fields && readVerdict(question, fields.verdict)
  if (fields === undefined || answer === undefined) return undefined
  const graded = 'share' in question && question.share !== undefined
  const readers = graded ? readersIn(fields.share) : undefined
  const share = readers === undefined ? undefined : readShare(readers, isLowest(question, answer))
  if (graded && share === undefined && shareRequired) return undefined
  const reason = typeof fields.reason === 'string' ? fields.reason.trim() || undefined : undefined
  return withoutUndefined({ ...answer, share, reason }) as Answer
}

/** The maximum length of a verdict or number, which is a word or two. */
const maximumLength = 100

/** Removes case, spaces, quotes and final punctuation, which do not change the verdict. */
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

/** Returns readers of 100, as the judge counts them; undefined for anything but a number. */
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
  // Other values are not converted: the parser's objects cannot be made a text.
  const word = typeof verdict === 'boolean' ? String(verdict) : typeof verdict === 'string' && plain(verdict)
  return word === 'true' || word === 'false' ? { type: 'boolean', verdict: word === 'true' } : undefined
}
