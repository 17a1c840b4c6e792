import type { NotScorable } from '@mastra/core/evals'
import { z } from 'zod/v4'
import { isNotScorable, notScorable } from '../shared/core-evals.ts'
import { formatNumber } from '../shared/format-number.ts'
import { inSlices } from '../shared/slices.ts'
import { computeMean } from '../statistics/mean.ts'
import { rateSentences } from '../text/measures/sentiment.ts'
import { isForeign } from '../text/words/english.ts'
import { type CodeScorerConfig, codeScorer, codeScorerOptions } from './common/code-scorer.ts'
import { notBlank } from './common/options.ts'
import { requireAnswer } from './material/answer.ts'
import { readReference } from './material/ground-truth.ts'
import { plural } from './reason/count-found.ts'

export interface ComparedTone {
  /** -1 to 1, like the other sentiments. */
  readonly responseSentiment: number
  readonly referenceSentiment: number
  /** 0 to 2. */
  readonly difference: number
  readonly referenceIs: 'reference tone' | 'ground truth'
}

export interface ToneStability {
  readonly avgSentiment: number
  /** 0 to 1. */
  readonly sentimentVariance: number
  readonly sentences: number
}

const largestDifference = 2

/** Returns 0 for a text without sentences: it has no tone. */
const averageSentiment = (sentiments: readonly number[]) =>
  sentiments.length === 0 ? 0 : computeMean(sentiments)

function describe(tone: ComparedTone | ToneStability): string {
  if ('difference' in tone) {
    const { responseSentiment, referenceSentiment, referenceIs } = tone
    const own = formatNumber(responseSentiment)
    const wanted = formatNumber(referenceSentiment)
    const found =
      own === wanted
        ? 'as positive or negative as'
        : `more ${responseSentiment > referenceSentiment ? 'positive' : 'negative'} than`
    return `the answer is ${found} the ${referenceIs} (${own} and ${wanted}, from −1 to 1)`
  }
  const { avgSentiment, sentimentVariance, sentences } = tone
  const over = `${sentences} ${plural(sentences, 'sentence')}`
  return `over ${over} the sentiment is ${formatNumber(avgSentiment)} on average, from −1 to 1, with a variance of ${formatNumber(sentimentVariance)}`
}

/**
 * # Tone
 *
 * With a reference: is the answer as positive or negative as the reference?
 *
 *     score = scale · (1 − |sentiment of the answer − sentiment of the reference| / 2)
 *
 * Without one: does the answer keep its tone from sentence to sentence?
 *
 *     score = scale · (1 − variance of the sentiments of its sentences)
 *
 * The sentiment of a sentence lies in [-1, 1], so 2 is the largest difference and 1 the largest variance. The
 * sentiment of a text is the mean of its sentences. Words are rated in English only.
 */
function tone(
  config: CodeScorerConfig & {
    /** A text whose tone the answer should have. Takes precedence over the ground truth. */
    referenceTone?: string
  },
) {
  return codeScorer(config, {
    factory: 'createToneScorer',
    id: 'tone',
    name: 'Tone',
    description: 'Whether the answer matches the tone of a reference, or keeps a steady tone',
    config: z.strictObject({ ...codeScorerOptions, referenceTone: notBlank.optional() }),

    async read(run, { referenceTone }) {
      const answer = requireAnswer(run.output)
      if (isNotScorable(answer)) return answer
      const reference = referenceTone ?? readReference(run)
      if (isNotScorable(reference)) return reference
      const isInEnglish = !(await isForeign(answer)) && !(await isForeign(reference ?? ''))
      return isInEnglish
        ? { answer, reference }
        : notScorable(
            `the answer${reference === undefined ? '' : ' or the reference'} is not in English, and only English words are rated`,
          )
    },

    async measure(
      { answer, reference },
      { referenceTone },
    ): Promise<ComparedTone | ToneStability | NotScorable> {
      const sentiments = await inSlices(rateSentences(answer))
      if (reference === undefined) {
        if (sentiments.length === 0) return notScorable('the answer is empty, and there is no reference')
        const avgSentiment = computeMean(sentiments)
        const sentimentVariance = computeMean(sentiments.map((sentiment) => (sentiment - avgSentiment) ** 2))
        return { avgSentiment, sentimentVariance, sentences: sentiments.length }
      }
      const responseSentiment = averageSentiment(sentiments)
      const referenceSentiment = averageSentiment(await inSlices(rateSentences(reference)))
      return {
        responseSentiment,
        referenceSentiment,
        difference: Math.abs(responseSentiment - referenceSentiment),
        referenceIs: referenceTone === undefined ? 'ground truth' : 'reference tone',
      }
    },

    score: (tone, _, scale) =>
      scale * (1 - ('difference' in tone ? tone.difference / largestDifference : tone.sentimentVariance)),
    explain: (tone) => ({ count: describe(tone) }),
  })
}

export interface ToneScorer extends ReturnType<typeof tone> {}

/**
 * Scores the tone of an answer by a lexicon of rated words, without a judge.
 *
 * Outcomes: *scored*, a number in [0, scale]; *not scorable* if a text is not in English, and if the answer is empty
 * and there is no reference.
 *
 * @throws TypeError for an option out of range, which it names.
 */
export function createToneScorer(config: Parameters<typeof tone>[0] = {}): ToneScorer {
  return tone(config)
}
