import { z } from 'zod/v4'
import type { Task } from '../../judge/contract.ts'
import { isNotScorable, notScorable } from '../../shared/core-evals.ts'
import { type StatementOptions, statementOptions } from '../claims/statements.ts'
import {
  type JudgedOptions,
  type JudgedScorerConfig,
  type JudgedSettings,
  judgedOptions,
  readConfig,
} from '../common/options.ts'
import { unitScorer } from '../common/unit-scorer.ts'
import { type ContextOptions, contextOptions } from '../material/context.ts'
import { countFound, isAndAre } from '../reason/count-found.ts'
import { aggregates } from '../units/aggregates.ts'
import type { Credits } from '../units/share-to-credit.ts'
import { definitionSchema, type MetricDefinition } from './definition.ts'
import { readMaterial, readUnits } from './read-material.ts'

/** The names of each kind of unit: in reasons, and in the prompt. */
const nouns = {
  statements: ['statement', 'statements of an answer'],
  claims: ['claim', 'claims of an answer'],
  answer: ['answer', 'answer'],
  turns: ['turn', 'turns of an assistant'],
  toolCalls: ['tool call', 'tool calls of an assistant'],
  units: ['unit', 'units'],
} as const

const aggregateClauses = {
  mean: '',
  min: '; the lowest is the score',
  max: '; the highest is the score',
} as const

function wordsFor(kind: keyof typeof nouns) {
  const [noun] = nouns[kind]
  const plural = kind === 'answer' ? 'answers' : `${noun}s`
  const nothing = kind === 'answer' ? 'the answer says nothing' : `there are no ${plural}`
  return { noun, plural, nothing, noneCounts: `none of the ${plural} counts` }
}

const findingWords = (name: string) => ({
  has: ({ verdict }: { verdict: string }) => verdict === name,
  ...isAndAre(`“${name}”`),
})

function makeTask(
  { id: name, version, instructions }: z.output<typeof definitionSchema>,
  kind: keyof typeof nouns,
): Task {
  const [, whole] = nouns[kind]
  const material =
    kind === 'answer'
      ? `${whole}. The material has it by its id`
      : `${whole}, each by itself. The material has them by id`
  const usual = `You judge the ${material}, and what else is known of the run.`
  return { name, version, instructions: instructions ?? usual }
}

/** Only the options that make a difference to the metric. */
function makeOptions({ reads }: z.output<typeof definitionSchema>, kind: keyof typeof nouns) {
  const isSplit = kind === 'statements' || kind === 'claims'
  return z.strictObject({
    ...judgedOptions,
    ...(reads.some((name) => name.startsWith('context')) ? contextOptions : {}),
    ...(isSplit ? statementOptions : {}),
  }) as unknown as z.ZodType<JudgedSettings & ContextOptions & StatementOptions>
}

function metricFactory<const Verdict extends string>(definition: MetricDefinition<Verdict>) {
  const metric = readConfig('defineMetric', definitionSchema, definition)
  const { id, units, question, share, aggregate, lowerIsBetter, whenEmpty } = metric
  const criteria = metric.criteria as Readonly<Record<Verdict, string>>
  const credits = Object.fromEntries(
    Object.entries(metric.credits).map(([verdict, credit]) => [verdict, credit ?? 0]),
  ) as Credits<Verdict>
  const ignored = (Object.keys(criteria) as Verdict[]).filter((verdict) => metric.credits[verdict] === null)
  const counting = Object.fromEntries(
    Object.entries(metric.credits).filter(([, credit]) => credit !== null),
  ) as Partial<Credits<Verdict>>
  // More than two verdicts are degrees: a unit between two of them is not in doubt.
  const isOpen = ({ verdict, credit }: { verdict: Verdict; credit: number }) =>
    Object.keys(counting).length === 2 && credit !== credits[verdict]
  const counts = ({ verdict }: { verdict: Verdict }) => !ignored.includes(verdict)
  const found = Object.keys(criteria).map(findingWords)
  const asked = { type: 'choice', instructions: question, criteria } as const
  const kind = typeof units === 'string' ? units : 'units'
  const { noun, plural, nothing, noneCounts } = wordsFor(kind)

  return (config: JudgedScorerConfig<JudgedOptions & ContextOptions & StatementOptions>) =>
    unitScorer(config, {
      factory: `the metric ${id}`,
      id,
      name: metric.name ?? id,
      description: metric.description ?? question,
      lowerIsBetter,
      options: makeOptions(metric, kind),
      task: makeTask(metric, kind),
      question: { ...asked, ...(share !== undefined && { share, line: counting }) },
      prefix: noun[0] ?? 'u',
      async read(run, asking) {
        const material = await readMaterial(run, metric.reads, asking.settings)
        if (isNotScorable(material)) return material
        const judged = await readUnits(run, metric.units, asking)
        return isNotScorable(judged) ? judged : { ...judged, material }
      },
      units: ({ units }) => units,
      state: ({ material }, units) => ({ ...material, [kind === 'answer' ? 'answers' : kind]: units }),
      credits: () => credits,
      result({ verdicts, ...rest }) {
        const counted = verdicts.filter(counts)
        if (counted.length > 0 || whenEmpty !== undefined) {
          return { verdicts: counted, notCounted: verdicts.filter((item) => !counts(item)), ...rest }
        }
        return notScorable(verdicts.length === 0 ? nothing : noneCounts)
      },
      people: () => ({ arithmetic: aggregate, notCounted: ignored }),
      aggregate: () => aggregate,
      score: ({ verdicts }) =>
        verdicts.length === 0
          ? (whenEmpty ?? 0)
          : aggregates[aggregate](verdicts.map(({ credit }) => credit)),
      count: ({ verdicts }) =>
        `${countFound(verdicts, noun, found, plural, isOpen)}${aggregateClauses[aggregate]}`,
      whyNothingCounts: ({ notCounted }) => (notCounted.length === 0 ? nothing : noneCounts),
      reasonMaterial: ({ material: { question } }) => ({ question }),
    })
}

export interface MetricScorer<Verdict extends string>
  extends ReturnType<ReturnType<typeof metricFactory<Verdict>>> {}

/** Makes scorers of a custom metric, as the factories of this package do. */
export type MetricFactory<Verdict extends string> = (
  config: JudgedScorerConfig<JudgedOptions & ContextOptions & StatementOptions>,
) => MetricScorer<Verdict>

/**
 * Makes a factory of scorers for a custom metric. It works like the factories of this package, and so do its scorers:
 * every unit gets a verdict or the run fails, the judge is asked again after a malformed reply, evidence and reasons
 * are kept, and they run live, in `runEvals`, in Studio and in evaluations.
 *
 * @throws TypeError for a wrong or unknown field, which it names.
 *
 * @example
 * ```ts
 * import { defineMetric } from 'mastra-verdict'
 *
 * const politeness = defineMetric({
 *   id: 'politeness',
 *   units: 'statements',
 *   question: 'Is the statement polite to the reader?',
 *   criteria: { polite: 'it is kind, or neutral.', rude: 'it blames or mocks the reader.' },
 *   credits: { polite: 1, rude: 0 },
 * })
 * console.log(politeness({ model: 'openai/gpt-5-mini' }).id) // politeness
 * ```
 */
export function defineMetric<const Verdict extends string>(
  definition: MetricDefinition<Verdict>,
): MetricFactory<Verdict> {
  return metricFactory(definition)
}
