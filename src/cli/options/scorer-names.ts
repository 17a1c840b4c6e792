/** Scorers that can be named on the command line. */
export const scorerNames = [
  'answer-relevancy',
  'answer-similarity',
  'bias',
  'completeness',
  'content-similarity',
  'context-precision',
  'context-recall',
  'context-relevance',
  'factuality',
  'faithfulness',
  'hallucination',
  'keyword-coverage',
  'prompt-alignment',
  'textual-difference',
  'tone',
  'toxicity',
] as const

export type ScorerName = (typeof scorerNames)[number]
