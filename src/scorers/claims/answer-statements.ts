import { isNotScorable, type NotScorable } from '@mastra/core/evals'
import type { Asking } from '../common/judged-scorer.ts'
import { type AnyRun, answerOf, type Dialogue, dialogueOf } from '../material/answer.ts'
import type { Known, Unit, WithEvidence } from '../units/judge-units.ts'
import { type StatementSource, statementsOf } from './statements.ts'

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
