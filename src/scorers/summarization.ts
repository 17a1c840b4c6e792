import { isNotScorable, notScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { Evidence } from '../judge/contract.ts'
import { mergeEvidence } from '../judge/evidence.ts'
import { toJudge } from '../judge/to-judge.ts'
import { allOrNone } from '../shared/abort.ts'
import { checkConfig } from './chain/config.ts'
import { finishScorer } from './chain/finish-scorer.ts'
import { type JudgedScorerConfig, judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, judgedOptions, readOptions } from './chain/options.ts'
import { isCostly, mean } from './chain/weighting.ts'
import {
  type ClaimVerdict,
  countOf,
  type JudgedClaims,
  judgeClaims,
  supportTask,
} from './claims/claim-support.ts'
import { type KeyPointSource, keyPointsOf } from './claims/key-points.ts'
import { type StatementSource, statementSource, statementsOf } from './claims/statements.ts'
import { answerOf } from './material/answer.ts'
import { paragraphsOf, type SourceOptions, sourceOf } from './material/summary-source.ts'
import { composeReason, formatScore } from './reason/reason.ts'
import { writeReason } from './reason/written-reason.ts'
import { type Unit, unlessAbstained } from './units/judge-units.ts'

/**
 * # Summarization
 *
 * Is a summary true to its source, and does it hold what matters? Two questions, each about claims:
 *
 *     alignment = claims of the summary that the source supports / claims of the summary
 *     coverage  = key points of the source that the summary supports / key points of the source
 *     score     = scale · min(alignment, coverage)
 *
 * The lower one counts, so that a summary passes neither by saying little nor by inventing. Coverage is judged by
 * the summary alone: a judge that saw the source could take from it what the summary leaves out. The measure is
 * that of `@mastra/evals`, whose questions are the key points here.
 */
export interface SummarizationOptions extends JudgedOptions, SourceOptions {
  /** The most key points that coverage asks about. Default 10. */
  maxQuestions?: number
  /** The key points of a source. Default: drawn by the judge, one call. */
  keyPoints?: KeyPointSource
  /** How the summary becomes claims. Default: 'extracted' where the judge can, else 'split'. */
  statements?: StatementSource
}

/** One of the two measures that a summary has. */
export interface SummaryAxis extends JudgedClaims {
  /** 0 to 1. */
  readonly score: number
}

interface SummaryMaterial {
  readonly source: string
  readonly summary: string
  readonly claims: readonly Unit[]
  readonly keyPoints: readonly Unit[]
  /** How claims and key points came about, where a judge was asked. */
  readonly judge?: Evidence
}

const isFunction = (value: unknown) => typeof value === 'function'
const factory = 'createSummarizationScorer'
const optionsSchema = z.strictObject({
  ...judgedOptions,
  source: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .optional(),
  sourceExtractor: z
    .custom<NonNullable<SourceOptions['sourceExtractor']>>(isFunction, 'must be a function')
    .optional(),
  maxQuestions: z.int().positive().default(10),
  keyPoints: z.custom<KeyPointSource>(isFunction, 'must be a function').optional(),
  statements: statementSource.optional(),
})

function evidenceOf(...parts: readonly { readonly judge?: Evidence }[]): { judge?: Evidence } {
  const evidence = parts.flatMap(({ judge }) => judge ?? [])
  return evidence.length === 0 ? {} : { judge: mergeEvidence(evidence) }
}

function axisOf(judged: JudgedClaims): SummaryAxis {
  const { verdicts } = judged
  return { ...judged, score: verdicts.length === 0 ? 0 : mean(verdicts.map(({ credit }) => credit)) }
}

/** The verdicts of an axis that cost points, with a word of what is wrong. */
function costly({ verdicts, weighting }: SummaryAxis, fault: string) {
  return verdicts
    .filter(({ credit }) => isCostly(credit, weighting))
    .map(({ unit, verdict, credit, reason }) => ({
      text: unit.text,
      verdict:
        weighting === 'share' ? `${fault}: ${verdict}, ${formatScore(credit)}` : `${fault}: ${verdict}`,
      credit,
      reason,
    }))
}

function compose(score: number, scale: number, alignment: SummaryAxis, coverage: SummaryAxis): string {
  if (alignment.verdicts.length === 0) return composeReason(0, scale, 'the summary makes no claims', [])
  const supported = `${countOf(alignment.verdicts, ['yes'])} of the summary supported by the source`
  const kept = coverage.verdicts.filter(({ verdict }) => verdict === 'yes').length
  const covered = `${kept} of ${coverage.verdicts.length} key points of the source in the summary`
  return composeReason(
    score,
    scale,
    `the lower of alignment ${formatScore(alignment.score)} (${supported}) and coverage ${formatScore(coverage.score)} (${covered})`,
    [
      ...(alignment.score <= coverage.score ? costly(alignment, 'unsupported') : []),
      ...(coverage.score <= alignment.score ? costly(coverage, 'left out') : []),
    ],
    coverage.weighting,
  )
}

const toldOf = (verdicts: readonly ClaimVerdict[]) =>
  verdicts.map(({ unit, verdict, reason }) => ({ text: unit.text, verdict, reason: reason ?? null }))

/**
 * Scores a summary by the lower of its alignment with the source and its coverage of it.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* where there is no source or it has no key points, or
 * where the judge abstains; *failed*, with a `JudgeError` as its cause. An empty summary scores 0 without a call
 * to the judge, and a summary that makes no claims scores 0.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createSummarizationScorer(config: JudgedScorerConfig<SummarizationOptions>) {
  const {
    model,
    options,
    id = 'summarization',
    name = 'Summarization',
  } = checkConfig(factory, config, optionsSchema)
  const judge = toJudge(model)
  const read = readOptions(factory, optionsSchema, options)
  const { scale, weighting, reason, batchSize, signal, maxQuestions, keyPoints } = read
  const statements = read.statements ?? (judge.extract === undefined ? 'split' : 'extracted')

  const scorer = judgedScorer({
    id,
    name,
    description: 'Whether a summary is true to its source and holds what matters',
    model,
    task: supportTask,
  })
    .preprocess(async ({ run, tracingContext }) => {
      const source = await sourceOf(run, read)
      if (source.trim() === '') return notScorable('there is no source text')
      const summary = answerOf(run.output)
      if (isNotScorable(summary)) return summary
      const nothing: SummaryMaterial = { source, summary, claims: [], keyPoints: [] }
      if (summary.trim() === '') return nothing
      const common = { judge, tracing: { tracingContext } }
      const asked = { answer: summary, question: '', source: statements }
      const wanted = { source, maximumPoints: maxQuestions, keyPoints }
      const units = await unlessAbstained(() =>
        allOrNone(signal, [
          (signal) => statementsOf({ ...asked, ...common, signal }),
          (signal) => keyPointsOf({ ...wanted, ...common, signal }),
        ]),
      )
      if (isNotScorable(units)) return units
      const [claims, drawn] = units
      if (drawn.points.length === 0) return notScorable('the source has no key points')
      const material: SummaryMaterial = {
        source,
        summary,
        claims: claims.statements,
        keyPoints: drawn.points,
        ...evidenceOf(claims, drawn),
      }
      return material
    })
    .analyze(({ results, tracingContext }) => {
      const { source, summary, claims, keyPoints } = results.preprocessStepResult
      const common = { judge, weighting, batchSize, tracing: { tracingContext } }
      const inSource = { claims, context: paragraphsOf(source) }
      const inSummary = { claims: keyPoints, context: [{ id: 'c1', text: summary }] }
      return unlessAbstained(async () => {
        const [alignment, coverage] = await allOrNone(signal, [
          (signal) => judgeClaims({ ...inSource, ...common, signal }),
          (signal) => judgeClaims({ ...inSummary, ...common, signal }),
        ])
        if (keyPoints.length > 0 && coverage.verdicts.length === 0)
          return notScorable('the source has no key points')
        return {
          alignment: axisOf(alignment),
          coverage: axisOf(coverage),
          ...evidenceOf(alignment, coverage),
        }
      })
    })
    .generateScore(({ results }) => {
      const { alignment, coverage } = results.analyzeStepResult
      return scale * Math.min(alignment.score, coverage.score)
    })
    .generateReason(async ({ results, score, tracingContext }) => {
      const { alignment, coverage } = results.analyzeStepResult
      const composed = compose(score, scale, alignment, coverage)
      if (reason === 'composed' || alignment.verdicts.length === 0) return composed
      const material = {
        scale,
        alignment: { score: alignment.score, verdicts: toldOf(alignment.verdicts) },
        coverage: { score: coverage.score, verdicts: toldOf(coverage.verdicts) },
      }
      const tracing = { tracingContext }
      const written = await writeReason({ judge, score, composed, material, signal, tracing })
      return written.reason
    })
  return finishScorer(scorer, { scale, lowerIsBetter: false })
}
