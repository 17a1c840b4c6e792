import { describeError } from '../../shared/describe-error.ts'

/** Thrown if the scores cannot be processed as the options demand: another look would fail the same way. */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError'
}

/** Marks an error as one that does not come from the store and would come back with each look. */
export function processed<Made>(work: () => Made): Made {
  try {
    return work()
  } catch (cause) {
    throw new ProcessingError(describeError(cause), { cause })
  }
}
