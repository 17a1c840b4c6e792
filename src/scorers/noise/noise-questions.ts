import type { ChoiceQuestion, ScoreQuestion, Task } from '../../judge/contract.ts'
import { listLevels } from '../units/score-levels.ts'

export type NoiseImpact = 'none' | 'minimal' | 'moderate' | 'significant' | 'severe'

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
  criteria: listLevels([
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

export const dimensions = {
  accuracy: 'Are the facts as right as in the baseline?',
  completeness: 'Does it cover what the baseline covers?',
  relevance: 'Does it keep to the clean query?',
  consistency: 'Does it come to the same conclusion, without contradicting itself?',
  hallucination: 'Is it free of made-up claims that are not in the baseline?',
}
