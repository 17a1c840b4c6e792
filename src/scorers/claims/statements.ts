import { isNotScorable, type NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { JudgeError } from '../../judge/errors.ts'
import { mergeEvidence } from '../../judge/evidence.ts'
import { allOrNone } from '../../shared/abort.ts'
import { inSlices } from '../../shared/slices.ts'
import { isErrorText } from '../../text/error-text.ts'
import { groundUnits } from '../../text/grounding.ts'
import { type Statement, sliceStatements } from '../../text/statements.ts'
import type { Asking } from '../common/judged-scorer.ts'
import { type AnyRun, answerOf, type Dialogue, dialogueOf } from '../material/answer.ts'
import { askUser, isTextList } from '../material/ask-user.ts'
import { extractTexts } from '../units/decide-all.ts'
import type { Known, Unit, WithEvidence } from '../units/judge-units.ts'

/**
 * How an answer becomes statements. 'extracted': by the judge, one call more, checked against the answer.
 * 'split': by code, sentence by sentence. Or a function of the answer.
 */
export type StatementSource =
  | 'extracted'
  | 'split'
  | ((answer: string) => readonly string[] | Promise<readonly string[]>)

/** The schema of the option. */
export const statementSource = z.union([
  z.enum(['extracted', 'split']),
  z.custom<Exclude<StatementSource, string>>((value) => typeof value === 'function', 'must be a function'),
])

export interface Statements extends WithEvidence {
  readonly statements: readonly Unit[]
}

export const extractionTask: Task = {
  name: 'statement-extraction',
  version: 2,
  instructions: `You break an answer into its statements.

A statement is one thing that the answer says, as one short sentence that can be understood on its own. Split what says several things, also without punctuation. Keep the words and the spelling of the answer; only put names in the place of words such as "it", where it is clear what they mean, and make a sentence of a mere word with those of the question.

Take up everything that the answer says, in its order: also what is wrong, beside the point, cut off, the question repeated, a greeting or an advertisement. A heading belongs to the statement after it; numbers of lists and notes, ticks and addresses of links are left out. Add nothing, correct nothing, judge nothing. A block of code is one statement: describe in one sentence what it shows, with its words.`,
}

/** Longer answers are extracted in pieces, so that a reply fits into a model's output. */
const maximumPieceCharacters = 8_000

interface StatementRequest extends Dialogue, JudgeCall {
  readonly answer: string
  /** Statements that people have labelled: an answer that is nothing but them stays these. */
  readonly labelled?: readonly string[]
  /** Default: 'extracted' where the judge can, else 'split'. */
  readonly source?: StatementSource
}

function toPieces(sentences: readonly Statement[]): Statement[][] {
  const pieces: Statement[][] = []
  for (const sentence of sentences) {
    const piece = pieces.at(-1)
    const start = piece?.[0]?.start
    if (piece === undefined || start === undefined || sentence.end - start > maximumPieceCharacters)
      pieces.push([sentence])
    else piece.push(sentence)
  }
  return pieces
}

async function extractPiece(request: StatementRequest, sentences: readonly Statement[]): Promise<Statements> {
  const { answer, question = '', conversation = [], judge, signal, tracing } = request
  const text = answer.slice(sentences[0]?.start, sentences.at(-1)?.end)
  const state = { question, ...(conversation.length > 0 ? { conversation } : {}), answer: text }
  try {
    const { units, evidence } = await extractTexts(
      { judge, task: extractionTask, state, signal, tracing },
      "it cannot extract statements: use statements: 'split'",
    )
    const known = [question, ...conversation.map((turn) => turn.text)].join('\n')
    const { statements, invented, joined, restored } = groundUnits(units, sentences, { known, written: text })
    const warnings = [
      ...joined.map((unit) => `several sentences as one statement: ${unit}`),
      ...invented.map((unit) => `dropped, for it is not in the answer: ${unit}`),
      ...restored.map(
        (sentence) => `taken from the answer, for the judge left some of it out: ${sentence.text}`,
      ),
    ]
    return { statements, judge: { ...evidence, warnings: [...evidence.warnings, ...warnings] } }
  } catch (error) {
    if (!(error instanceof JudgeError) || error.reason !== 'cut-off' || sentences.length < 2) throw error
    const middle = Math.ceil(sentences.length / 2)
    const joined = await extractPieces(request, [sentences.slice(0, middle), sentences.slice(middle)])
    const { judge: evidence } = joined
    if (evidence === undefined) return joined
    const warnings = [...evidence.warnings, 'a reply was cut off: extracted again in smaller pieces']
    return { ...joined, judge: { ...evidence, calls: evidence.calls + error.attempts, warnings } }
  }
}

async function extractPieces(
  request: StatementRequest,
  pieces: readonly (readonly Statement[])[],
): Promise<Statements> {
  const extracted = await allOrNone(
    request.signal,
    pieces.map((piece) => (signal) => extractPiece({ ...request, signal }, piece)),
  )
  return {
    statements: extracted.flatMap((piece) => piece.statements),
    judge: mergeEvidence(extracted.flatMap((piece) => piece.judge ?? [])),
  }
}

/** What stands between statements that are judged together. */
export const betweenStatements = '\n\n'

function labelledIn(answer: string, texts: readonly string[] = []): Unit[] | undefined {
  if (texts.length === 0 || texts.join(betweenStatements).trim() !== answer.trim()) return undefined
  let end = 0
  return texts.map((given) => {
    const text = given.trim()
    const start = answer.indexOf(text, end)
    end = start + text.length
    return { text, start, end }
  })
}

/**
 * The statements of an answer, in its order: at least one, unless the answer shows nothing at all.
 *
 * @throws JudgeError from the judge; TypeError where a user's function gives no statements for an answer that
 *   says something.
 */
export async function statementsOf(request: StatementRequest): Promise<Statements> {
  const { answer, judge, source = judge.extract === undefined ? 'split' : 'extracted' } = request
  const sentences = await inSlices(sliceStatements(answer))
  if (sentences.length === 0) return { statements: [] }
  const labelled = labelledIn(answer, request.labelled)
  if (labelled !== undefined) return { statements: labelled }
  if (typeof source === 'function') {
    const texts = await askUser(
      'options.statements',
      () => source(answer),
      'an array of one or more strings that are not blank',
      (value): value is readonly string[] =>
        isTextList(value) && value.length > 0 && value.every((text) => text.trim() !== ''),
    )
    return { statements: texts.map((text) => ({ text })) }
  }
  // A stack trace is not fifty claims.
  if (isErrorText(answer)) return { statements: [{ text: answer.trim(), start: 0, end: answer.length }] }
  if (source === 'split') return { statements: sentences }
  return extractPieces(request, toPieces(sentences))
}

/** The statements of an answer, and what they belong to. */
export interface AnswerStatements extends Dialogue, WithEvidence {
  readonly statements: readonly Unit[]
}

async function read(
  run: AnyRun,
  { settings, ...asking }: Asking<{ readonly statements?: StatementSource }>,
): Promise<AnswerStatements | NotScorable> {
  const answer = answerOf(run.output)
  if (isNotScorable(answer)) return answer
  const dialogue = dialogueOf(run)
  const { statements: labelled } = run
  const source = settings.statements
  return { ...dialogue, ...(await statementsOf({ ...dialogue, ...asking, answer, labelled, source })) }
}

/** What metrics over the statements of an answer have in common. */
export const statementMetric = {
  prefix: 's',
  read,
  units: ({ statements }: AnswerStatements) => statements,
  state({ question, conversation }: AnswerStatements, statements: { [id: string]: string }): Known {
    return { question, conversation, statements }
  },
  told: ({ question }: AnswerStatements): Known => ({ question }),
  nothing: () => 'the answer says nothing',
}
