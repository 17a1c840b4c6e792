import '../../shared/check-node.ts'

export { type AnswerMark, type ScorerProcessorOptions, scorerProcessor } from './scorer-processor.ts'
