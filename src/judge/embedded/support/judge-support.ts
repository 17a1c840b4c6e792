import { isObject } from '../../../shared/is-object.ts'
import type { ChoiceAnswer, DecisionRequest } from '../../contract.ts'
import { whyNoClaim } from '../no-claim.ts'
import { type Probabilities, predict } from '../regression.ts'
import { longestText } from '../relevance/features.ts'
import { abstainUnlessEnglish, misconfigured, readUnits, warnOfLength } from '../requests.ts'
import { type Difference, findDifference } from './contradictions/find-difference.ts'
import { findCopies } from './copies.ts'
import { clear, type FoundEvidence, findEvidence } from './evidence.ts'
import { compare, has } from './features.ts'
import { mixesRecords } from './mixed-records.ts'
import type { NumberRange } from './numbers.ts'
import {
  type Breath,
  breathing,
  type ContextReading,
  readContext,
  readSentence,
  type SentenceReading,
} from './read-context.ts'
import { supportWeights } from './weights.ts'
import { denialIn } from './words.ts'

/** Supported, contradicted or not said; 'none' if the text makes no claim. */
const options = ['yes', 'no', 'unsure', 'none'] as const
type SupportAnswer = ChoiceAnswer<(typeof options)[number]>

const longestContext = 1_000_000
/** The number of characters of the context that language detection reads. */
const sampleLength = 2_000

/**
 * Judges for every claim whether the context supports it: by the words, numbers, names and negations that it
 * shares with the sentences nearest to it. Yields to the event loop every 10 ms.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state; `JudgeAbstainedError` if
 *   the claims or the context as a whole are not in English; the reason of the signal if it is aborted.
 */
export async function judgeSupport({ state, questions, signal }: DecisionRequest): Promise<{
  answers: Record<string, SupportAnswer>
  warnings: readonly string[]
}> {
  const claims = readUnits(state, 'claims', questions, options)
  const { pieces, warnings } = readPieces(state.context)
  // They may be those of an answer or of a ground truth.
  await abstainUnlessEnglish(
    'claims',
    [...claims.values()].map((text) => text.slice(0, longestText)).join('\n'),
    'are',
  )
  await abstainUnlessEnglish(
    'context',
    [...pieces.values()].map((text) => text.slice(0, sampleLength)).join('\n'),
  )
  const breath = breathing(signal)
  const context = await readContext(pieces, breath)
  const answers: [string, SupportAnswer][] = []
  for (const [id, claim] of claims) {
    answers.push([id, await judgeClaim(claim.slice(0, longestText), context, breath)])
  }
  return { answers: Object.fromEntries(answers), warnings: [...warnOfLength(claims.values()), ...warnings] }
}

async function judgeClaim(text: string, context: ContextReading, breath: Breath): Promise<SupportAnswer> {
  await breath.take()
  const noClaim = whyNoClaim(text)
  if (noClaim !== undefined) return withoutClaim(noClaim)
  const claim = readSentence(text)
  if (claim.senses.length === 0 && claim.numbers.length === 0) return withoutClaim('has no words to look for')
  const copied = await findCopies(claim, context, breath)
  if (copied !== undefined) return wordForWord(copied)
  const evidence = await findEvidence(claim, context, breath)
  const compared = compare(claim, evidence)
  const [nearest, ...others] = evidence.sentences
  const isInContext = (number: NumberRange) => context.sentences.some(has(number))
  const difference = mixesRecords(claim, context)
    ? { denies: true, because: 'takes its numbers from another record' }
    : nearest && compared.features.coverage >= clear
      ? findDifference(
          claim.text,
          nearest.text,
          compared.missingNumbers.filter((number) => !isInContext(number)).map(({ text }) => text),
          others.map(({ text }) => text),
        )
      : undefined
  const predicted = predict(supportWeights, compared.features)
  // A claim of two facts may stand in two pieces, which do not deny each other.
  const isElsewhere =
    difference === undefined &&
    compared.missingNumbers.length > 0 &&
    compared.missingNumbers.every(isInContext)
  const isFound = compared.features.coverage >= clear && isMoreThanAWord(evidence, compared)
  const { yes, no, unsure } =
    isFound && !isElsewhere ? withDifference(predicted, difference) : notFound(predicted)
  const choice = yes >= 0.5 ? 'yes' : no > unsure ? 'no' : 'unsure'
  return {
    type: 'choice',
    choice,
    probabilities: { yes, no, unsure, none: 0 },
    share: yes,
    reason: isFound
      ? supportReason(claim, context, evidence, compared, difference)
      : notFoundReason(evidence),
  }
}

/** Requires more than one shared word: a mention of bikes does not support a claim about bikes. */
const isMoreThanAWord = (
  { senses, presences }: FoundEvidence,
  { features }: ReturnType<typeof compare>,
): boolean =>
  senses.length === 1 || presences.filter((presence) => presence >= clear).length + features.numbersFound > 1

/** The maximum support for a claim that its own sentence reverses: it is never more than doubtful. */
const keptInSpite = 0.45

/** Makes a claim neither supported nor denied, because no sentence has most of its words. */
function notFound({ yes, no, unsure }: Probabilities): Probabilities {
  const kept = Math.min(keptInSpite, yes)
  return { yes: kept, no: 0, unsure: unsure + no + (yes - kept) }
}

function withDifference(
  { yes, no, unsure }: Probabilities,
  difference: Difference | undefined,
): Probabilities {
  if (difference === undefined) return { yes, no, unsure }
  const taken = (1 - keptInSpite) * yes
  if (difference.mayAgree) return { yes: yes - taken, no: 0, unsure: unsure + no + taken }
  const [more, rest] = difference.denies ? [no + taken, unsure] : [no, unsure + taken]
  return { yes: yes - taken, no: more, unsure: rest }
}

function wordForWord([piece, ...others]: readonly string[]): SupportAnswer {
  const probabilities = { yes: 1, no: 0, unsure: 0, none: 0 }
  const reason = `${piece}: ${togetherWith(others)}says so word for word`
  return { type: 'choice', choice: 'yes', probabilities, share: 1, reason }
}

function withoutClaim(why: string): SupportAnswer {
  const probabilities = { yes: 0, no: 0, unsure: 0, none: 1 }
  return { type: 'choice', choice: 'none', probabilities, share: 0, reason: `none: ${why}` }
}

function readPieces(context: DecisionRequest['state'][string] | undefined): {
  pieces: Map<string, string>
  warnings: string[]
} {
  if (!isObject(context)) throw misconfigured('state.context must be an object of texts by id')
  const pieces = new Map<string, string>()
  let length = 0
  for (const [id, text] of Object.entries(context)) {
    if (typeof text !== 'string') throw misconfigured(`state.context has no text for ${id}`)
    pieces.set(id, text.slice(0, Math.max(0, longestContext - length)))
    length += text.length
  }
  const warning = `only the first ${longestContext} of ${length} characters of the context were read`
  return { pieces, warnings: length > longestContext ? [warning] : [] }
}

/** Returns how many of a claim's words are clearly there. */
const countFound = (presences: readonly number[]) => presences.filter((presence) => presence >= clear).length

function notFoundReason({ sentences, senses, presences }: FoundEvidence): string {
  if (sentences.length === 0) return 'none of its content words are in the context'
  const found = countFound(presences)
  if (senses.length === 1)
    return `the sentences nearest to it ${found === 0 ? 'do not have' : 'have'} its only content word`
  return `the sentences nearest to it have ${found} of its ${senses.length} content words`
}

const mostNamed = 3

/**
 * Returns the reason for a verdict: the id of the piece that it rests on, and a phrase made of the measurements.
 * Statements about a piece hold for the whole piece, not only for the sentences that were compared.
 */
function supportReason(
  claim: SentenceReading,
  context: ContextReading,
  { sentences, senses, presences }: FoundEvidence,
  { features, missingNumbers, missingNames, opposite }: ReturnType<typeof compare>,
  difference: Difference | undefined,
): string {
  const pieces = [...new Set(sentences.map(({ piece }) => piece))]
  const whole = context.sentences.filter(({ piece }) => pieces.includes(piece))
  const says = (word: string) => whole.some(({ text }) => text.toLowerCase().includes(word.toLowerCase()))
  const missing = [
    ...missingNumbers
      .filter((number) => !whole.some(has(number)) && !says(number.text))
      .map(({ text }) => text),
    ...missingNames.filter((name) => !says(name)),
  ]
    .filter((word) => !difference?.because.includes(`"${word}"`))
    .slice(0, mostNamed)
  const denial = denialIn(claim.text)
  const otherwise = [
    ...(features.negationAdded === 1 && denial !== undefined && !whole.some(({ negated }) => negated)
      ? [`has no denial like "${denial}"`]
      : []),
    ...(features.negationDropped === 1 ? [`says "${denialIn(sentences[0]?.text ?? '')}"`] : []),
    ...(opposite ? [`says "${opposite.said}", where the claim says "${opposite.claimed}"`] : []),
  ]
  const differences = [
    ...(missing.length > 0 ? [`not ${missing.map((word) => `"${word}"`).join(', ')}`] : []),
    ...(difference ? [difference.because] : otherwise),
  ]
  const but = differences.length === 0 ? '' : `, but ${differences.join(' and ')}`
  return `${pieces[0]}: ${togetherWith(pieces.slice(1))}has ${describeAmount(countFound(presences), senses.length)} of its content words${but}`
}

const togetherWith = (pieces: readonly string[]) =>
  pieces.length > 0 ? `together with ${pieces.join(' and ')}, ` : ''

function describeAmount(found: number, all: number): string {
  if (found === all) return 'all'
  return found > 0.8 * all ? 'nearly all' : found > 0.5 * all ? 'most' : 'some'
}
