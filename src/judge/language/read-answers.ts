import { getNodeValue, type Node } from 'jsonc-parser'
import type { Answer, Questions } from '../contract.ts'
import { fieldsOf, readAnswer, readersIn, type ShareUse } from './read-answer.ts'
import { jsonOf } from './read-json.ts'

export interface ReadAnswers {
  /** Usable answers by id; an id without one is left out. */
  readonly answers: Readonly<Record<string, Answer>>
  /** Whether the reply was JSON. */
  readonly readable: boolean
  /** Why none of its answers is used, where it is so. */
  readonly doubt?: string
  /** The ids that it gave no answer for, or none that can be trusted. */
  readonly unanswered: readonly string[]
  readonly warnings: readonly string[]
}

/** What a reply says about an id; without one where it does not say which. */
interface Claim {
  readonly id: string | undefined
  readonly entry: Node
}

/** The one key under which some models wrap what they were asked for. */
const wrappers = new Set(['answers', 'verdicts', 'results', 'reply', 'response', 'output', 'data'])

/** Every answer that the reply gives: keyed by id, under a wrapping key or not, or listed with an `id`. */
function claimsIn(node: Node, questions: Questions, isWrapped = false): Claim[] {
  if (node.type === 'array') return (node.children ?? []).map((entry) => ({ id: idWithin(entry), entry }))
  const claims = (node.children ?? []).flatMap(({ children: [key, entry] = [] }) =>
    key === undefined || entry === undefined ? [] : [{ id: String(key.value), entry }],
  )
  const [only] = claims
  const wraps =
    only && claims.length === 1 && wrappers.has(only.id) && !isWrapped && !Object.hasOwn(questions, only.id)
  return wraps ? claimsIn(only.entry, questions, true) : claims
}

function idWithin(entry: Node): string | undefined {
  const id = entry.type === 'object' ? fieldsOf(entry)?.id : undefined
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
  const asked = Object.keys(questions)
  const unknown = ids.find((id) => id !== undefined && !Object.hasOwn(questions, id))
  if (unknown !== undefined) return `answered ${JSON.stringify(unknown.slice(0, 100))}, which was not asked`
  if (ids.includes(undefined)) return 'gave an answer without saying to which id'
  const doubled = asked.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))
  if (doubled.length > 0) return `answered ${doubled.join(', ')} twice`
  const missing = asked.filter((id) => !ids.includes(id))
  if (missing.length > 0) return `left out ${missing.join(', ')}`
  const renamed = claims.filter(({ id, entry }) => (idWithin(entry) ?? id) !== id)
  if (renamed.length > 0) return `gave ${renamed.map(({ id }) => id).join(', ')} another id within`
  const repeated = claims.filter(({ id, entry }) => material.includes(saidIn(entry, id)))
  if (repeated.length > 0) return `repeated ${repeated.map(({ id }) => id).join(', ')} of the material`
  const shares = sharesIn(claims)
  const isMixed = shares.some((share) => share > 0 && share < 1) && shares.some((share) => share > 1)
  return isMixed ? 'gave shares on two scales, as fractions and as readers of 100' : undefined
}

const sharesIn = (claims: readonly Claim[]) =>
  claims.flatMap(({ entry }) => readersIn(fieldsOf(entry)?.share) ?? [])

function saidIn(entry: Node, id: string | undefined): string {
  const said = JSON.stringify(getNodeValue(entry))
  return compact(idWithin(entry) === undefined ? `${JSON.stringify(id)}:${said}` : said)
}

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
): ReadAnswers {
  const asked = Object.keys(questions)
  const node = jsonOf(text)
  if (node === undefined) return { answers: {}, readable: false, unanswered: asked, warnings: [] }
  const claims = claimsIn(node, questions)
  const doubt = doubtAbout(claims, questions, compact(material))
  if (doubt !== undefined) {
    const missing = asked.filter((id) => !claims.some((claim) => claim.id === id))
    const unanswered = missing.length > 0 ? missing : asked
    return { answers: {}, readable: true, doubt, unanswered, warnings: [`${doubt}: all asked again`] }
  }
  const shares = sharesIn(claims)
  const fractions = shares.some((share) => share > 0) && shares.every((share) => share <= 1)
  const use: ShareUse = shareRequired ? 'required' : 'wanted'
  const answers = new Map<string, Answer>()
  for (const { id = '', entry } of claims) {
    const question = questions[id]
    if (question === undefined || (fractions && shareRequired)) continue
    const answer = readAnswer(question, entry, fractions ? 'unusable' : use)
    if (answer !== undefined) answers.set(id, answer)
  }
  const unanswered = asked.filter((id) => !answers.has(id))
  const warnings = [
    ...(fractions ? ['gave shares as fractions, which cannot be told from readers of 100: not used'] : []),
    ...(unanswered.length > 0 ? [`no usable answer for ${unanswered.join(', ')}: asked again`] : []),
  ]
  return { answers: Object.fromEntries(answers), readable: true, unanswered, warnings }
}
