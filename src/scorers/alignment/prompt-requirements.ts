import type { JudgeCall } from '../../judge/decide.ts'
import { inSlices } from '../../shared/slices.ts'
import { groundUnits } from '../../text/grounding.ts'
import { type Statement, sliceStatements } from '../../text/statements.ts'
import { extractTexts } from '../units/extract.ts'
import type { Unit, WithEvidence } from '../units/judge-units.ts'
import { requirementTask } from './prompt-alignment-questions.ts'

export interface Requirements extends WithEvidence {
  readonly requirements: readonly Unit[]
}

interface RequirementsRequest extends JudgeCall {
  readonly prompt: string
  readonly source: 'extracted' | 'split'
}

/** The list of a longer prompt might not fit into a model's output. */
const maximumExtractedCharacters = 8_000

/** As the prompt has it, with its Markdown, which may be what is asked for. */
const asWritten = (prompt: string, { start, end }: Statement) => ({
  text: prompt.slice(start, end),
  start,
  end,
})

/**
 * What a prompt asks for, in its order: listed by the judge and checked against the prompt, or its sentences.
 * Sentences are also taken where the judge leaves them out, and for a prompt of more than 8,000 characters.
 *
 * @throws JudgeError from the judge.
 */
export async function requirementsOf(request: RequirementsRequest): Promise<Requirements> {
  const { prompt, source, judge, signal, tracing } = request
  const sentences = await inSlices(sliceStatements(prompt))
  if (source === 'split' || prompt.length > maximumExtractedCharacters)
    return { requirements: sentences.map((sentence) => asWritten(prompt, sentence)) }
  const { units, evidence } = await extractTexts(
    { judge, task: requirementTask, state: { prompt }, signal, tracing },
    "it cannot extract requirements: use requirements: 'split'",
  )
  const { statements, invented, restored } = groundUnits(units, sentences, { written: prompt })
  const warnings = [
    ...invented.map((unit) => `dropped, for it is not in the prompt: ${unit}`),
    // What asks for nothing is left out rightly; whether it does, the judge says when it judges it.
    ...restored.map(({ text }) => `taken from the prompt, for the judge left some of it out: ${text}`),
  ]
  return {
    requirements: statements.map((statement) =>
      restored.includes(statement) ? asWritten(prompt, statement) : statement,
    ),
    judge: { ...evidence, warnings: [...evidence.warnings, ...warnings] },
  }
}
