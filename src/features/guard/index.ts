import '../../shared/check-node.ts'

export { scorerProcessor } from './scorer-processor.ts'
