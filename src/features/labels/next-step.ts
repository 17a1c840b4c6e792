import { relative } from 'node:path'
import { quoteArgument } from '../../cli/quote-argument.ts'
import { keyOfPlace } from './draw/answers-to-label.ts'
import type { DrawRecord, LabelsLine } from './file/label-record.ts'
import { listStanding } from './file/standing-labels.ts'
import type { LabellingSubject } from './labelling-subject.ts'
import type { NextStep } from './page/client/types.ts'

/** The fewest labelled rows that `verdict agreement` measures. */
export const fewestRows = 10

/** Returns what values lack for an agreement, and the fewest labels that may bring it. */
function findLack(values: readonly number[]): { readonly words: string; readonly more: number } | undefined {
  const more = fewestRows - values.length
  if (more > 0) return { words: `${fewestRows} labels, ${more} more than there are`, more }
  const count = (value: number) => values.filter((one) => one === value).length
  const ones = count(1)
  const zeros = count(0)
  const areGrades = values.some((value) => ![0, 0.5, 1].includes(value))
  if (areGrades ? new Set(values).size > 1 : Math.min(ones, zeros) >= 2) return undefined
  return areGrades
    ? { words: 'different labels, and all are the same', more: 1 }
    : { words: `2 labels that count as 1 and 2 that count as 0, and there are ${ones} and ${zeros}`, more: 2 }
}

/** Returns what to do after labelling, with `open` labels to give: measure the agreement, or label enough for that. */
export function nextStep(
  subject: LabellingSubject & { readonly rater?: string | undefined },
  draw: DrawRecord,
  lines: readonly LabelsLine[],
  { folder, open }: { readonly folder: string; readonly open: number },
): NextStep {
  const { run, runFile, labelsFile, rater } = subject
  const { id } = subject.scorer
  const labelsPath = quoteArgument(relative(folder, labelsFile))
  const runPath = quoteArgument(relative(folder, runFile))
  const scorer = quoteArgument(id)
  const hasUnits = draw.unit === 'statement'
  const given = listStanding(lines, id).flatMap((one) =>
    one.kind === 'label' &&
    one.run === run.header.id &&
    one.value !== null &&
    (one.unit !== undefined) === hasUnits
      ? [[keyOfPlace(one), one.value] as const]
      : [],
  )
  const lack = findLack([...new Map(given).values()])
  if (lack === undefined)
    return {
      words: `To see how far ${id} agrees with people:`,
      command: `npx verdict agreement recorded ${labelsPath} ${runPath} --scorer ${scorer}`,
    }
  const words = `How far ${id} agrees with people cannot be measured yet: that needs ${lack.words}.`
  const again = `npx verdict label ${runPath} --labels ${labelsPath} --scorer ${scorer}`
  const asRater = rater === undefined ? '' : ` --rater ${quoteArgument(rater)}`
  if (open > 0) return { words: `${words} Label the ${open} that are open:`, command: `${again}${asRater}` }
  if (draw.answers.length >= draw.of)
    return {
      words: `${words} Every answer of this run is drawn already, so label another run with more items.`,
    }
  const sample = Math.min(draw.of, draw.answers.length + lack.more)
  return { words: `${words} Label more:`, command: `${again} --sample ${sample}${asRater}` }
}
