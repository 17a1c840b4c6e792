import type { ScorerRunInputForAgent, ScorerRunOutputForAgent } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { allOrNone } from '../shared/abort.ts'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { formatNumber } from '../shared/format-number.ts'
import { computeMean } from '../statistics/mean.ts'
import { readQuestion } from '../transcript/index.ts'
import { countClaims, separateClaims, supportRequest, supportTask } from './claims/claim-support.ts'
import { keyPointRequest, summaryTask } from './claims/key-point-coverage.ts'
import { type KeyPointSource, listKeyPoints } from './claims/key-points.ts'
import { listStatements, type StatementOptions, statementOptions } from './claims/statements.ts'
import { judgedScorer } from './common/judged-scorer.ts'
import { isFunction, type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './common/options.ts'
import { requireAnswer } from './material/answer.ts'
import { askUser } from './material/ask-user.ts'
import type { ContextPiece } from './material/context.ts'
import { type Explanation, listCostly, toPlainVerdicts } from './reason/explain.ts'
import { judgeBoth } from './units/judge-both.ts'
import { joinEvidence, type Unit, type WithEvidence } from './units/judge-units.ts'

/**
 * # Summarization
 *
 * Is a summary true to its source, and does it cover the key points? Two questions, each about claims:
 *
 *     alignment = claims of the summary that the source supports / claims of the summary
 *     coverage  = key points of the source that the summary supports / key points of the source
 *     score     = scale · min(alignment, coverage)
 *
 * The lower one counts, so that a summary passes neither by saying little nor by inventing. For coverage only
 * the summary counts. The measure is that of `@mastra/evals`, whose questions are the key points here.
 */
export interface SummarizationOptions extends JudgedOptions, StatementOptions {
  /** The source of every summary. Default: the last user turn. */
  source?: string
  /** Returns the source of one run's summary. Takes precedence over `source`. */
  sourceExtractor?: (
    input: ScorerRunInputForAgent,
    output: ScorerRunOutputForAgent,
  ) => string | Promise<string>
  /** The maximum number of key points for coverage. Default 10. */
  maxQuestions?: number
  /** The key points of a source. Default: the judge lists them in one call. */
  keyPoints?: KeyPointSource
}

const optionsSchema = z.strictObject({
  ...judgedOptions,
  source: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .optional(),
  sourceExtractor: z
    .custom<NonNullable<SummarizationOptions['sourceExtractor']>>(isFunction, 'must be a function')
    .optional(),
  maxQuestions: z.int().positive().default(10),
  keyPoints: z.custom<KeyPointSource>(isFunction, 'must be a function').optional(),
  ...statementOptions,
})

/** Adds the score of the claims, 0 to 1. */
function toAxis(judged: ReturnType<typeof separateClaims>) {
  const { verdicts } = judged
  return { ...judged, score: verdicts.length === 0 ? 0 : computeMean(verdicts.map(({ credit }) => credit)) }
}

/** The words for a verdict on a claim of the summary, and on a key point of the source. */
const inSource = { yes: 'in the source', unsure: 'not in the source', no: 'the source says otherwise' }
const inSummary = { yes: 'in the summary', unsure: 'left out', no: 'the summary says otherwise' }

type SummaryAxis = ReturnType<typeof toAxis>

function explain(alignment: SummaryAxis, coverage: SummaryAxis): Explanation {
  if (alignment.verdicts.length === 0) return { count: 'the summary makes no claims' }
  const supported = countClaims(alignment.verdicts, 'claim', 'claims', 'the source')
  const covered = countClaims(coverage.verdicts, 'key point', 'key points', 'the summary')
  const told = ({ score, verdicts }: SummaryAxis) => ({ score, verdicts: toPlainVerdicts(verdicts) })
  return {
    count: `the lower of alignment ${formatNumber(alignment.score)} (${supported}) and coverage ${formatNumber(coverage.score)} (${covered})`,
    costly: [
      ...(alignment.score <= coverage.score ? listCostly(alignment.verdicts, { words: inSource }) : []),
      ...(coverage.score <= alignment.score ? listCostly(coverage.verdicts, { words: inSummary }) : []),
    ],
    verdicts: { alignment: told(alignment), coverage: told(coverage) },
  }
}

function summarization(config: JudgedScorerConfig<SummarizationOptions>) {
  return judgedScorer(config, {
    factory: 'createSummarizationScorer',
    id: 'summarization',
    name: 'Summarization',
    description: 'Whether a summary is true to its source and contains what matters',
    options: optionsSchema,
    task: summaryTask,
    apart: supportTask,
    whyUnable: ({ extract }, { keyPoints }) =>
      (extract ?? keyPoints) ? undefined : 'cannot extract key points from a source: set options.keyPoints',

    async read(run, { settings, ...asking }) {
      const { maxQuestions, keyPoints, statements } = settings
      const source = await readSource(run, settings)
      if (source.trim() === '') return notScorable('there is no source text')
      const summary = requireAnswer(run.output)
      if (isNotScorable(summary)) return summary
      const units: { readonly claims: readonly Unit[]; readonly keyPoints: readonly Unit[] } & WithEvidence =
        {
          claims: [],
          keyPoints: [],
        }
      if (summary.trim() === '') return { source, summary, ...units }
      const asked = { answer: summary, labelled: run.statements, question: '', source: statements }
      const [claims, drawn] = await allOrNone(asking.signal, [
        (signal) => listStatements({ ...asking, ...asked, signal }),
        (signal) => listKeyPoints({ ...asking, signal, source, maximumPoints: maxQuestions, keyPoints }),
      ])
      if (drawn.points.length === 0) return notScorable('the source has no key points')
      const found = { claims: claims.statements, keyPoints: drawn.points }
      return { source, summary, ...found, ...joinEvidence(claims, drawn) }
    },

    async judge({ source, summary, claims, keyPoints }, asking) {
      const bySource = { context: splitIntoParagraphs(source) }
      const bySummary = { context: [{ id: 'c1', text: summary }] }
      const aligned = supportRequest(claims, bySource, asking)
      const covered = supportRequest(keyPoints, bySummary, asking)
      const [onClaims, onPoints] = await judgeBoth(
        { ...aligned, task: summaryTask },
        { ...covered, ...keyPointRequest(summary) },
        [aligned, covered],
      )
      const alignment = onClaims.map((judged) => separateClaims(judged, bySource))
      const coverage = onPoints.map((judged) => separateClaims(judged, bySummary))
      if (keyPoints.length > 0 && coverage.result.verdicts.length === 0)
        return notScorable('the source has no key points')
      return alignment.join(coverage, (alignment, coverage) => ({
        alignment: toAxis(alignment),
        coverage: toAxis(coverage),
        ...joinEvidence(alignment, coverage),
      }))
    },

    score: ({ alignment, coverage }) => Math.min(alignment.score, coverage.score),
    explain: ({ result: { alignment, coverage } }) => explain(alignment, coverage),
  })
}

export interface SummarizationScorer extends ReturnType<typeof summarization> {}

/**
 * Scores a summary by the lower of its alignment with the source and its coverage of it.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* if there is no source, if it has no key points, or if the
 * judge abstains; *failed*, with a `JudgeError` as its cause. An empty summary scores 0 without a call to the judge,
 * and a summary that makes no claims scores 0.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createSummarizationScorer(
  config: JudgedScorerConfig<SummarizationOptions>,
): SummarizationScorer {
  return summarization(config)
}

/**
 * Returns the source of a run's summary; empty if there is none.
 *
 * @throws Error that names the option, if the user's function fails or returns no text.
 */
async function readSource(
  run: { readonly input?: unknown; readonly output: unknown },
  { source, sourceExtractor }: SummarizationOptions,
): Promise<string> {
  if (sourceExtractor === undefined) return source ?? readQuestion(run.input, run.output) ?? ''
  const extract = () =>
    sourceExtractor(run.input as ScorerRunInputForAgent, run.output as ScorerRunOutputForAgent)
  const isText = (value: unknown) => typeof value === 'string'
  return askUser('options.sourceExtractor', extract, 'a string', isText)
}

/** Returns the paragraphs of a source, numbered, so that a verdict can name the one that it rests on. */
function splitIntoParagraphs(source: string): ContextPiece[] {
  return source
    .split(/\n[^\S\n]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text, index) => ({ id: `c${index + 1}`, text }))
}
