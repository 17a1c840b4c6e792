import { z } from 'zod/v4'
import type { Task } from '../../judge/contract.ts'
import type { JudgeCall } from '../../judge/decide.ts'
import { isNotScorable } from '../../shared/core-evals.ts'
import { inSlices } from '../../shared/slices.ts'
import { withoutUndefined } from '../../shared/without-undefined.ts'
import { isErrorText } from '../../text/error-text.ts'
import { sliceStatements } from '../../text/statements/statements.ts'
import type { JudgingContext } from '../common/judged-scorer.ts'
import { isFunction } from '../common/options.ts'
import { type AnyRun, type Dialogue, readDialogue, requireAnswer } from '../material/answer.ts'
import { askUser, isTextList } from '../material/ask-user.ts'
import { extractFromPieces } from '../units/extract-from-pieces.ts'
import type { RunMaterial, Unit, WithEvidence } from '../units/judge-units.ts'

/**
 * How to split an answer into statements. 'split': by code, sentence by sentence. 'extracted': the judge lists the
 * statements of each sentence, which costs one more call. Or a function of the answer.
 */
export type StatementSource =
  | 'extracted'
  | 'split'
  | ((answer: string) => readonly string[] | Promise<readonly string[]>)

export interface StatementOptions {
  /** How to split the text into statements. Default 'split': its exact words are judged. */
  statements?: StatementSource
}

/** The schema of these options, to be spread into a scorer's own. */
export const statementOptions = {
  statements: z
    .union([
      z.enum(['extracted', 'split']),
      z.custom<Exclude<StatementSource, string>>(isFunction, 'must be a function'),
    ])
    .default('split'),
}

export const extractionTask: Task = {
  name: 'statement-extraction',
  version: 3,
  instructions: `You list the statements in each piece of an answer. The material has the pieces by id, in their order, the question, and sometimes the earlier conversation.

A statement is one thing that the piece says, as one short sentence that can be understood on its own. Keep the words of the answer; only put names in the place of words such as "it", where it is clear what they mean. List all that the piece says, also what is wrong or beside the point. Add nothing, correct nothing, judge nothing. What cannot be split is one statement.`,
}

/** The separator between statements that are judged together. */
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
 * Returns the statements of an answer, in order: at least one, unless the answer shows nothing at all.
 *
 * @throws JudgeError from the judge; TypeError if a user's function returns no statements for an answer that
 *   says something.
 */
export async function listStatements(
  request: Dialogue &
    JudgeCall & {
      readonly answer: string
      /** Statements labelled by people: an answer of exactly these is split into them. */
      readonly labelled?: readonly string[]
      /** See `AnyRun.listed`. */
      readonly listed?: readonly Unit[]
      /** Default 'split'. */
      readonly source?: StatementSource
    },
): Promise<WithEvidence & { readonly statements: readonly Unit[] }> {
  const { answer, question = '', conversation, labelled: texts, listed, source = 'split', ...call } = request
  const sentences = await inSlices(sliceStatements(answer))
  if (sentences.length === 0) return { statements: [] }
  const labelled = labelledIn(answer, texts)
  if (labelled !== undefined) return { statements: labelled }
  if (typeof source === 'function') {
    const given = await askUser(
      'options.statements',
      () => source(answer),
      'an array of one or more non-blank strings',
      (value): value is readonly string[] =>
        isTextList(value) && value.length > 0 && value.every((text) => text.trim() !== ''),
    )
    return { statements: given.map((text) => ({ text })) }
  }
  // Keeps an error whole: a stack trace is not fifty claims.
  if (isErrorText(answer)) return { statements: [{ text: answer.trim(), start: 0, end: answer.length }] }
  if (source === 'split') return { statements: sentences }
  if (listed && listed.length > 0) return { statements: listed }
  const { texts: extracted, ...evidence } = await extractFromPieces({
    ...call,
    task: extractionTask,
    pieces: sentences,
    least: 1,
    state: withoutUndefined({ question, conversation }),
    known: [answer, question, ...(conversation ?? []).map((turn) => turn.text)].join('\n'),
    unable: "it cannot extract statements: use statements: 'split'",
  })
  return { statements: extracted, ...evidence }
}

export const statementMetric = {
  prefix: 's',
  together: true,
  async read(run: AnyRun, { settings, ...asking }: JudgingContext<StatementOptions>) {
    const answer = requireAnswer(run.output)
    if (isNotScorable(answer)) return answer
    const dialogue = readDialogue(run)
    const { statements: labelled, listed } = run
    const source = settings.statements
    return {
      ...dialogue,
      ...(await listStatements({ ...dialogue, ...asking, answer, labelled, listed, source })),
    }
  },
  units: ({ statements }: { readonly statements: readonly Unit[] }) => statements,
  state({ question, conversation }: Dialogue, statements: { [id: string]: string }): RunMaterial {
    return { question, conversation, statements }
  },
  reasonMaterial: ({ question }: Dialogue): RunMaterial => ({ question }),
  whyNothingCounts: () => 'the answer says nothing',
}
