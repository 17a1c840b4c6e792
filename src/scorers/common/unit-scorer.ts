import type { NotScorable } from '@mastra/core/evals'
import type { ChoiceQuestion } from '../../judge/contract.ts'
import { isNotScorable } from '../../shared/core-evals.ts'
import { type Explanation, listCostly, toPlainVerdicts } from '../reason/explain.ts'
import { aggregates } from '../units/aggregates.ts'
import { type JudgedUnits, judgeUnits, type RunMaterial, type Unit } from '../units/judge-units.ts'
import { BothReadings } from '../units/readings.ts'
import type { Credits } from '../units/share-to-credit.ts'
import { type JudgedMetric, judgedScorer } from './judged-scorer.ts'
import type { JudgedScorerConfig, JudgedSettings } from './options.ts'

/** A metric that asks the same question about every unit. */
export type UnitMetric<
  Settings extends JudgedSettings,
  Material,
  Option extends string,
  Judged extends Unit,
  Result extends JudgedUnits,
> = Omit<JudgedMetric<Settings, Material, Result>, 'judge' | 'question' | 'score' | 'explain'> & {
  readonly question: ChoiceQuestion<Option>
  /** 's' gives the ids s1, s2, … */
  readonly prefix: string
  /** See `judgeUnits`. */
  readonly together?: boolean
  /** Returns the units to judge. Without units the judge is not called. */
  units(material: NoInfer<Material>): readonly Judged[]
  /** Returns the material that the judge sees with a batch of units by id. */
  state(material: NoInfer<Material>, units: { [id: string]: string }): RunMaterial
  /** Returns the credit of each verdict, 0 to 1. */
  credits(settings: NoInfer<Settings>): Credits<Option>
  /** See `judgeUnits`. */
  graded?(settings: NoInfer<Settings>): ChoiceQuestion<NoInfer<Option>>['line']
  /** Returns the part of the judged units that counts. */
  result(judged: JudgedUnits<Option, Judged>, material: NoInfer<Material>): Result | NotScorable
  /** Shares say nothing about the score, so it has no reading by shares. Default false. */
  readonly verdictsOnly?: boolean
  /** How credits become the score, which is 0 if nothing counts. Default: 'mean'. */
  aggregate?(settings: NoInfer<Settings>): keyof typeof aggregates
  /**
   * Returns how people's answers to the question make the same score. The score must be an aggregate of the credits of
   * all units except those that do not count, which the analyze step keeps as `notCounted`. Default: people's answers
   * do not make the score.
   */
  people?(settings: NoInfer<Settings>): {
    readonly arithmetic: keyof typeof aggregates
    /** The question without orders that are for judges alone. Default: as judges are asked. */
    readonly question?: string
    /** Options whose units do not count. */
    readonly notCounted?: readonly NoInfer<Option>[]
    /** Default: those of the judge's verdicts. */
    readonly credits?: Credits<NoInfer<Option>>
  }
  /** 0 to 1. Default: the aggregate of the credits. */
  score?(result: NoInfer<Result>, settings: NoInfer<Settings>, material: NoInfer<Material>): number
} & (
    | CountedReason<Settings, Material, Result>
    | (Pick<JudgedMetric<Settings, Material, Result>, 'explain'> & { readonly count?: undefined })
  )

/** A reason of the usual kind: the count, and every unit whose credit cost points. */
interface CountedReason<Settings, Material, Result extends JudgedUnits> {
  /** The count behind the score, as a clause. */
  count(result: NoInfer<Result>, settings: NoInfer<Settings>): string
  /** Why nothing counts, as a clause. */
  whyNothingCounts(result: NoInfer<Result>): string
  /** The verdict to show in the reason. Default: itself. */
  shown?(verdict: NoInfer<Result>['verdicts'][number]): string
  readonly words?: Readonly<Record<string, string>>
  /** Whether verdicts are degrees between yes and no. Default false. */
  readonly inDegrees?: boolean
  /** Facts besides the verdicts for a judge that writes the reason. */
  reasonMaterial?(material: NoInfer<Material>): RunMaterial
  readonly explain?: undefined
}

function explainCounted<Settings, Material, Result extends JudgedUnits>(
  metric: CountedReason<Settings, Material, Result> & {
    readonly lowerIsBetter?: boolean
    credits(settings: Settings): Credits<string>
    aggregate?(settings: Settings): keyof typeof aggregates
    people?(settings: Settings): { readonly credits?: Credits<string> }
  },
  { result, material, settings }: { result: Result; material: Material; settings: Settings },
): Explanation {
  const verdicts = result.verdicts.map((item) => ({ ...item, verdict: metric.shown?.(item) ?? item.verdict }))
  if (verdicts.length === 0) return { count: metric.whyNothingCounts(result) }
  return {
    count: metric.count(result, settings),
    costly: listCostly(decidingUnits(verdicts, metric.aggregate?.(settings)), {
      words: metric.words,
      inDegrees: metric.inDegrees,
      credits: metric.people?.(settings)?.credits ?? metric.credits(settings),
      lowerIsBetter: metric.lowerIsBetter,
    }),
    material: metric.reasonMaterial?.(material),
    verdicts: { verdicts: toPlainVerdicts(verdicts) },
  }
}

/** Returns the units that make the score: all for a mean, else those with the highest or lowest credit. */
function decidingUnits<Item extends { readonly credit: number }>(
  items: readonly Item[],
  aggregate: keyof typeof aggregates = 'mean',
): readonly Item[] {
  if (aggregate === 'mean') return items
  const decisive = aggregates[aggregate](items.map(({ credit }) => credit))
  return items.filter(({ credit }) => credit === decisive)
}

export function unitScorer<
  Settings extends JudgedSettings,
  Material,
  Option extends string,
  Judged extends Unit,
  Result extends JudgedUnits,
>(config: JudgedScorerConfig<unknown>, metric: UnitMetric<Settings, Material, Option, Judged, Result>) {
  return judgedScorer<Settings, Material, Result>(config, {
    ...metric,
    judge: async (material, { settings, ...asking }) => {
      const { weighting, batchSize } = settings
      const judged = await judgeUnits({
        ...asking,
        task: metric.task,
        question: metric.question,
        prefix: metric.prefix,
        together: metric.together,
        weighting,
        batchSize,
        units: metric.units(material),
        state: (units) => metric.state(material, units),
        credits: metric.credits(settings),
        graded: metric.graded?.(settings),
      })
      const result = metric.result(judged.result, material)
      if (isNotScorable(result)) return result
      const by = metric.verdictsOnly ? undefined : judged.other
      const other = by && metric.result(by.result, material)
      if (!by || !other || isNotScorable(other)) return new BothReadings(result, undefined, judged.lostShares)
      return new BothReadings(result, { weighting: by.weighting, result: other })
    },
    question: (settings) => {
      const people = metric.people?.(settings)
      if (people === undefined) return undefined
      const { instructions, criteria } = metric.question
      const { question = instructions, arithmetic, notCounted = [] } = people
      const credits = people.credits ?? metric.credits(settings)
      const options = (Object.keys(criteria) as Option[]).map((name) => {
        return { name, criterion: criteria[name], credit: notCounted.includes(name) ? null : credits[name] }
      })
      return { instructions: question, options, arithmetic }
    },
    score: (result, settings, material) => {
      if (metric.score) return metric.score(result, settings, material)
      const credits = result.verdicts.map(({ credit }) => credit)
      return credits.length === 0 ? 0 : aggregates[metric.aggregate?.(settings) ?? 'mean'](credits)
    },
    explain: (scored) => (metric.explain ? metric.explain(scored) : explainCounted(metric, scored)),
  })
}
