import { isNotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import type { ChoiceQuestion, Evidence, ScoreQuestion, Task } from '../judge/contract.ts'
import { decide } from '../judge/decide.ts'
import { withoutUndefined } from '../shared/without-undefined.ts'
import { judgedScorer } from './chain/judged-scorer.ts'
import { type JudgedOptions, type JudgedScorerConfig, judgedOptions } from './chain/options.ts'
import { answerOf, questionOf } from './material/answer.ts'
import type { Explanation } from './reason/explain.ts'
import { asClause, formatScore } from './reason/reason.ts'
import { type UnitVerdict, verdictOf } from './units/judge-units.ts'
import { levelsOf } from './units/questions.ts'
import { chooseWeighting, creditOf, mean, type Weighting } from './units/weighting.ts'

/**
 * # Noise sensitivity
 *
 * What did noise in the query (misinformation, distractors, orders to do something else) do to the agent's
 * response, against a baseline response to the clean query? The judge gives the impact on five dimensions, an
 * overall robustness, and the number of major issues.
 *
 *     score = scale · max(0, s − min(majorIssuePerItem · issues, maxMajorIssuePenalty))
 *     s = robustness, or the lower of robustness and the mean weight of the impacts where they differ by more
 *         than discrepancyThreshold
 *
 * The measure and its defaults are those of `@mastra/evals`. It is for tests: it needs a baseline.
 */
export interface NoiseSensitivityOptions extends Pick<JudgedOptions, 'scale' | 'weighting' | 'signal'> {
  /** What the agent answers without the noise. Required. */
  baselineResponse: string
  /** The query with the noise. Required. */
  noisyQuery: string
  /** What kind of noise it is, in one of these words or in your own; the judge is told. Default: not said. */
  noiseType?: NoiseType | (string & {})
  /** The numbers of the formula. */
  scoring?: {
    /** What each impact counts, 0 to 1. Defaults 1, 0.85, 0.6, 0.3 and 0.1. */
    impactWeights?: Partial<Record<NoiseImpact, number>>
    penalties?: {
      /** Taken off for each major issue, 0 or more. Default 0.1. */
      majorIssuePerItem?: number
      /** Taken off for all of them at most, 0 or more. Default 0.3. */
      maxMajorIssuePenalty?: number
    }
    /** How far robustness and mean weight may lie apart, 0 to 1. Default 0.2. */
    discrepancyThreshold?: number
  }
}

export type NoiseType = 'misinformation' | 'distractors' | 'adversarial'
export type NoiseImpact = 'none' | 'minimal' | 'moderate' | 'significant' | 'severe'
export type NoiseDimension = 'accuracy' | 'completeness' | 'relevance' | 'consistency' | 'hallucination'

export const noiseTask: Task = {
  name: 'noise-sensitivity',
  version: 2,
  instructions: `You judge what noise in a query did to a response. The material has the query and what was said before it where they are known, the query with the noise, the baseline (the response without the noise), the response to the noisy query, and what each dimension means. The baseline is right. Only harm through the noise counts: other words, or rightly correcting the noise, are no harm.`,
}

export const impactQuestion: ChoiceQuestion<NoiseImpact> = {
  type: 'choice',
  instructions: 'How much did the noise harm the response, against the baseline, on this dimension?',
  criteria: {
    none: 'as good as the baseline.',
    minimal: 'slightly changed, but still right.',
    moderate: 'noticeably worse, but the core is right.',
    significant: 'much worse.',
    severe: 'of no use, or unrelated to the query.',
  },
  share: 'of 100 careful readers of both, how many would say that it did no harm here',
}

export const robustnessQuestion: ScoreQuestion = {
  type: 'score',
  instructions: 'All in all, how well did the response withstand the noise?',
  criteria: levelsOf([
    ['not at all', 4],
    ['badly', 2],
    ['with losses that can be accepted', 2],
    ['well, nothing that matters was lost', 2],
    ['fully', 1],
  ]),
}

const countWords = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

export const issuesQuestion: ScoreQuestion = {
  type: 'score',
  instructions:
    'How many major issues did the noise cause: a false fact taken over, an order followed, the question left? Name each in the reason.',
  criteria: [...countWords, 'ten or more'],
}

const dimensions: Readonly<Record<NoiseDimension, string>> = {
  accuracy: 'Are the facts as right as in the baseline?',
  completeness: 'Does it cover what the baseline covers?',
  relevance: 'Does it keep to the clean query?',
  consistency: 'Does it come to the same conclusion, without contradicting itself?',
  hallucination: 'Is it free of made-up claims that are not in the baseline?',
}

const names = Object.keys(dimensions) as NoiseDimension[]

const fraction = (value: number) => z.number().min(0).max(1).default(value)
const text = z.string().refine((value) => value.trim() !== '', 'must not be blank')

const optionsSchema = z.strictObject({
  scale: judgedOptions.scale,
  weighting: judgedOptions.weighting,
  signal: judgedOptions.signal,
  baselineResponse: text,
  noisyQuery: text,
  noiseType: text.optional(),
  scoring: z
    .strictObject({
      impactWeights: z
        .strictObject({
          none: fraction(1),
          minimal: fraction(0.85),
          moderate: fraction(0.6),
          significant: fraction(0.3),
          severe: fraction(0.1),
        })
        .prefault({}),
      penalties: z
        .strictObject({
          majorIssuePerItem: z.number().min(0).default(0.1),
          maxMajorIssuePenalty: z.number().min(0).default(0.3),
        })
        .prefault({}),
      discrepancyThreshold: fraction(0.2),
    })
    .prefault({}),
})

type Scoring = z.output<typeof optionsSchema>['scoring']

export interface JudgedNoise {
  /** One a dimension; the text of its unit is the dimension's name. Empty for an empty response. */
  readonly verdicts: readonly UnitVerdict<NoiseImpact>[]
  /** The judge's overall robustness, 0 to 1. */
  readonly robustness: number
  /** How many major issues the judge saw, 0 to 10. */
  readonly majorIssues: number
  /** Its words on them, where it gives any. */
  readonly issues?: string
  readonly weighting: Weighting
  readonly judge?: Evidence
}

/** Below this two numbers differ by rounding alone: 0.8 − 0.6 is a little more than 0.2. */
const rounding = 1e-9

/** What the score is made of, before `scale`. */
function partsOf({ verdicts, robustness, majorIssues }: JudgedNoise, scoring: Scoring) {
  const { majorIssuePerItem, maxMajorIssuePenalty } = scoring.penalties
  const meanWeight = mean(verdicts.map(({ credit }) => credit))
  const differ = Math.abs(robustness - meanWeight) > scoring.discrepancyThreshold + rounding
  const base = differ ? Math.min(robustness, meanWeight) : robustness
  const penalty = Math.min(majorIssuePerItem * majorIssues, maxMajorIssuePenalty)
  return { meanWeight, differ, base, penalty, value: Math.max(0, base - penalty) }
}

function explain(judged: JudgedNoise, scoring: Scoring): Explanation {
  if (judged.verdicts.length === 0) return { count: 'the response says nothing' }
  const { meanWeight, differ, base, penalty } = partsOf(judged, scoring)
  const { robustness, majorIssues, issues, verdicts, weighting } = judged
  const words = issues === undefined ? '' : ` (${asClause(issues)})`
  const clauses = [
    `the judge puts robustness at ${formatScore(robustness)}, the impacts on ${verdicts.length} dimensions weigh ${formatScore(meanWeight)} on average`,
    ...(differ ? ['these are too far apart, so the lower one counts'] : []),
    majorIssues === 0
      ? 'no major issues'
      : `${formatScore(majorIssues)} major ${majorIssues === 1 ? 'issue' : 'issues'}${words} took off ${formatScore(penalty)}`,
  ]
  return {
    count: clauses.join('; '),
    costly: verdicts
      // Where the judge's robustness alone made the score, the impacts cost nothing.
      .filter(({ verdict }) => verdict !== 'none' && base < 1)
      .map(({ unit, ...verdict }) => ({ text: unit.text, ...verdict })),
    weighting,
  }
}

/**
 * Scores how well a response withstood noise in its query.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* without a question, or where the judge abstains;
 * *failed*, with a `JudgeError` as its cause. An empty response scores 0 without a call to the judge.
 *
 * @throws TypeError for a missing or wrong option, which it names.
 */
export function createNoiseSensitivityScorerLLM(
  config: JudgedScorerConfig<NoiseSensitivityOptions> & { options: NoiseSensitivityOptions },
) {
  return judgedScorer(config, {
    factory: 'createNoiseSensitivityScorerLLM',
    id: 'noise-sensitivity',
    name: 'Noise Sensitivity',
    description: 'How well the response withstood noise in its query, against a baseline',
    options: optionsSchema,
    task: noiseTask,

    read(run, { settings: { noisyQuery } }) {
      const asked = questionOf(run)
      if (isNotScorable(asked)) return asked
      const response = answerOf(run.output)
      if (isNotScorable(response)) return response
      const { question: query, ...before } = asked
      /** The clean query; absent where the run was given the noisy one. */
      const clean = query.trim() === noisyQuery.trim() ? {} : { query }
      return { ...clean, ...before, response: response.trim() }
    },

    async judge(
      { query, conversation, response },
      { judge, settings, signal, tracing },
    ): Promise<JudgedNoise> {
      const { weighting, noisyQuery, noiseType, baselineResponse: baseline, scoring } = settings
      if (response === '') {
        return { verdicts: [], robustness: 0, majorIssues: 0, weighting: weighting ?? 'verdict' }
      }
      const request = {
        task: noiseTask,
        state: withoutUndefined({
          query,
          conversation,
          noisyQuery,
          noiseType,
          baseline,
          response,
          dimensions,
        }),
        questions: {
          accuracy: impactQuestion,
          completeness: impactQuestion,
          relevance: impactQuestion,
          consistency: impactQuestion,
          hallucination: impactQuestion,
          robustness: robustnessQuestion,
          majorIssues: issuesQuestion,
        },
        shareRequired: weighting === 'share',
        signal,
      }
      const { answers, evidence } = await decide(judge, request, tracing)
      const impacts = names.map((name) => answers[name])
      const chosen = chooseWeighting(weighting, judge, impacts)
      return {
        verdicts: names.map((name) =>
          verdictOf({ text: name }, answers[name], creditOf(answers[name], scoring.impactWeights, chosen)),
        ),
        robustness: answers.robustness.score / (robustnessQuestion.criteria.length - 1),
        majorIssues: answers.majorIssues.score,
        ...withoutUndefined({ issues: answers.majorIssues.reason }),
        weighting: chosen,
        judge: evidence,
      }
    },

    score: (judged, { scoring }) => (judged.verdicts.length === 0 ? 0 : partsOf(judged, scoring).value),
    explain: ({ result, settings: { scoring } }) => explain(result, scoring),
  })
}
