import { describeError } from '../../../shared/describe-error.ts'
import type { ChoiceAnswer, DecisionRequest } from '../../contract.ts'
import { JudgeError } from '../../errors.ts'
import { cosine, type Encoder, sharedEncoder } from '../encoder.ts'
import { fixedVerdict } from '../no-claim.ts'
import { stemWords } from '../overlap.ts'
import { type Probabilities, predict, type Verdict, verdicts } from '../regression.ts'
import { abstainUnlessEnglish, judgeId, misconfigured, readUnits, warnOfLength } from '../requests.ts'
import { tellsOfItself } from './about-itself.ts'
import { bestMatch } from './answer-type.ts'
import {
  type Features,
  longestText,
  measureFeatures,
  type QuestionReading,
  readQuestions,
} from './features.ts'
import { isBareName, plainVerdict } from './plain-answers.ts'
import type { AnswerType } from './question-type.ts'
import { judgeVectors } from './vector-head.ts'
import { encoderWeights, lexicalWeights } from './weights.ts'

/**
 * Judges every statement: by the words that it shares with the question, by the kind of answer that the
 * question asks for, and, if the encoder is enabled and installed, by how close both are in meaning. If a
 * message has several questions, the one that the statement answers best counts.
 *
 * @throws JudgeError with the reason 'configuration' for another question or state, and if the encoder fails;
 *   `JudgeAbstainedError` if the question, or the statements as a whole, are not in English; the reason of
 *   the signal if it is aborted.
 */
export async function judgeRelevance(
  { state, questions, signal }: DecisionRequest,
  useEncoder: boolean,
): Promise<{ answers: Record<string, ChoiceAnswer<Verdict>>; warnings: readonly string[] }> {
  const { question, conversation } = state
  if (typeof question !== 'string') throw misconfigured('state.question must be a string')
  const statements = readUnits(state, 'statements', questions, verdicts)
  await abstainUnlessEnglish('question', question)
  await abstainUnlessEnglish('answer', [...statements.values()].join('\n'))
  const encoder = useEncoder ? sharedEncoder() : undefined
  const readings = readQuestions(question)
  const isWhole = statements.size === 1
  const fixed = new Map(
    [...statements].map(([key, text]) => [key, settled(question, readings, text, isWhole)] as const),
  )
  const open = [...statements].filter(([key]) => fixed.get(key) === undefined)
  const vectors = encoder && open.length > 0 ? await encodeAll(readings, open, encoder, signal) : undefined
  const answers = [...statements].map(([key, statement]): [string, ChoiceAnswer<Verdict>] => {
    const known = fixed.get(key)
    if (known !== undefined)
      return [key, toAnswer({ yes: 0, unsure: 0, no: 0, [known.verdict]: 1 }, known.because)]
    const found = readings.map((reading) => answerTo(reading, statement, isWhole, vectors))
    return [key, found.reduce((best, next) => (next.share > best.share ? next : best))]
  })
  const warnings = [
    ...(useEncoder && !encoder ? ['judged by words alone: the sentence encoder was not found'] : []),
    ...(conversation === undefined ? [] : ['the earlier conversation was not read']),
    ...warnOfLength([question, ...statements.values()]),
  ]
  return { answers: Object.fromEntries(answers), warnings }
}

/** Returns a verdict without measuring: yes for the first question answered, or else the common verdict. */
function settled(question: string, readings: readonly QuestionReading[], text: string, isWhole: boolean) {
  if (readings.some((reading) => tellsOfItself(reading.text, partRead(text))))
    return { verdict: 'yes', because: 'says what the assistant does, as asked' } as const
  const fixed = fixedVerdict(question, text)
  if (fixed !== undefined) return fixed
  const plain = readings.map((reading) => plainVerdict(reading, partRead(text), isWhole))
  const yes = plain.find((each) => each?.verdict === 'yes')
  return yes ?? (plain.includes(undefined) ? undefined : plain[0])
}

/** @returns The vectors of questions and statements, keyed by the text that was read. */
async function encodeAll(
  readings: readonly QuestionReading[],
  statements: readonly (readonly [id: string, statement: string])[],
  encoder: Encoder,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Float32Array>> {
  const texts = [...readings.map(({ text }) => text), ...statements.map(([, text]) => partRead(text))]
  const vectors = await encoder.encode(texts, signal).catch((cause: unknown) => {
    signal?.throwIfAborted()
    const message = `${describeError(cause)}; embeddedJudge({ encoder: false }) works without it`
    const ids = statements.map(([id]) => id)
    throw new JudgeError({ judge: judgeId, reason: 'unreachable', message, ids, cause })
  })
  return new Map(texts.map((text, index) => [text, vectors[index] as Float32Array]))
}

function partRead(statement: string): string {
  return statement.slice(0, longestText)
}

/** Kinds of answers with so many forms that a statement may give one without any sign of it. */
const open = new Set<AnswerType>([
  'any',
  'choice',
  'confirmation',
  'meaning',
  'process',
  'procedure',
  'cause',
])

/** Answers by words alone if there are no vectors. */
function answerTo(
  reading: QuestionReading,
  statement: string,
  isWhole: boolean,
  vectors: Awaited<ReturnType<typeof encodeAll>> | undefined,
): ChoiceAnswer<Verdict> & { share: number } {
  const asked = vectors?.get(reading.text)
  const said = vectors?.get(partRead(statement))
  if (isWhole && isBareName(reading, partRead(statement)))
    return bareAnswer(asked && said && cosine(asked, said))
  const features = measureFeatures(reading, statement, asked && said && cosine(asked, said))
  const { yes, unsure, no } =
    asked && said
      ? between(predict(encoderWeights, features), judgeVectors(asked, said, features))
      : predict(lexicalWeights, features)
  const kept =
    features.type === 0 && !open.has(bestMatch(reading.types, reading.text, statement).type) ? 0.7 : 1
  const probabilities = { yes: kept * yes, unsure: unsure + (1 - kept) * yes, no }
  return toAnswer(probabilities, reasonFor(reading, statement, features))
}

/**
 * Any name may be the answer to "What is the capital?", and so may "test": only the meaning tells them apart. The
 * logistic regression is fitted to 293 right bare answers of EVOUNA against those of other questions and against words
 * such as "null", taking two of three bare answers for right. Its area between right and others is 0.88.
 */
function bareAnswer(cosine: number | undefined): ChoiceAnswer<Verdict> & { share: number } {
  if (cosine === undefined) return toAnswer({ yes: 0.75, unsure: 0, no: 0.25 }, 'is a bare name or word')
  const yes = 1 / (1 + Math.exp(1.28 - 15.28 * cosine))
  const fits = yes >= 0.75 ? 'seems to fit' : yes > 0.25 ? 'may fit' : 'seems not to fit'
  return toAnswer({ yes, unsure: 0, no: 1 - yes }, `is a bare name or word that ${fits} the question`)
}

/** The geometric mean of two opinions: one fitted to a few labels of people, one to many made pairs. */
function between(one: Probabilities, other: Probabilities): Probabilities {
  const roots = verdicts.map((verdict) => Math.sqrt(one[verdict] * other[verdict]))
  const total = roots.reduce((sum, root) => sum + root, 0)
  const [yes, unsure, no] = roots.map((root) => root / total)
  return { yes: yes as number, unsure: unsure as number, no: no as number }
}

function toAnswer(probabilities: Probabilities, reason: string): ChoiceAnswer<Verdict> & { share: number } {
  const share = probabilities.yes + 0.5 * probabilities.unsure
  const choice = share >= 0.75 ? 'yes' : share > 0.25 ? 'unsure' : 'no'
  return { type: 'choice', choice, probabilities, share, reason }
}

/** The words for a statement that gives the kind of answer, and for one that does not. */
const things: Readonly<Record<AnswerType, readonly [gives: string, lacks: string]>> = {
  person: ['seems to name a person', 'seems to name no person'],
  date: ['seems to give a date or time', 'seems to give no date or time'],
  number: ['seems to give a number', 'seems to give no number'],
  place: ['seems to name a place', 'seems to name no place'],
  cause: ['seems to give a cause', 'seems to give no cause'],
  money: ['seems to speak of prices', 'seems to speak of no price'],
  duration: ['seems to speak of a length of time', 'seems to speak of no length of time'],
  process: ['seems to say how it happens', 'seems not to say how it happens'],
  procedure: ['seems to give a step', 'seems to give no step'],
  meaning: ['seems to give a definition', 'seems to give no definition'],
  choice: ['seems to recommend something', 'seems to recommend nothing'],
  confirmation: ['begins with yes or no, or the like', 'seems to say neither yes nor no'],
  any: ['', ''],
}
/** Signs with which a statement may still give the kind of answer. */
const signs: Readonly<Partial<Record<AnswerType, RegExp>>> = {
  person: /\p{Lu}/u,
  place: /\p{Lu}/u,
  date: /\p{N}/u,
  number: /\p{N}/u,
  money: /\p{N}/u,
  duration: /\p{N}/u,
}

/** Returns the reason for a verdict: a plain phrase made of the measurements. */
function reasonFor({ types, text, stems }: QuestionReading, statement: string, features: Features): string {
  const { type } = bestMatch(types, text, partRead(statement))
  const phrases = sharedWords(stems, partRead(statement))
  if (features.precision === 1) phrases.push('adds no new content words')
  if (features.cosine !== undefined) phrases.push(meaning(features.cosine))
  const [gives, lacks] = things[type]
  if (features.type === 1 && gives !== '') phrases.push(gives)
  if (features.type === 0 && lacks !== '' && !signs[type]?.test(statement)) phrases.push(lacks)
  const last = phrases.pop() ?? 'gives no sign of either'
  return phrases.length === 0 ? last : `${phrases.join(', ')} and ${last}`
}

function sharedWords(asked: readonly string[], statement: string): string[] {
  const said = new Set(stemWords(statement))
  // A denial is no word of content, though it is compared.
  const distinct = new Set(asked.filter((stem) => stem !== 'not'))
  const shared = [...distinct].filter((stem) => said.has(stem)).length
  if (distinct.size === 0) return []
  if (distinct.size === 1)
    return [`${shared === 0 ? 'does not share' : 'shares'} the question's only content word`]
  return [`shares ${shared === 0 ? 'none' : shared} of the question's ${distinct.size} content words`]
}

/** Half of the irrelevant calibration statements are below 0.25, three in five relevant ones above 0.5. */
function meaning(cosine: number): string {
  if (cosine < 0.25) return 'seems off topic'
  return cosine < 0.5 ? 'seems on topic' : 'seems close to it in meaning'
}
