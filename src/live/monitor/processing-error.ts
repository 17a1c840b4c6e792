import { messageOf } from '../../shared/message-of.ts'

/** What a monitor was told to do cannot be done with the scores there are: looking again would not mend it. */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError'
}

/** An error here is none of the store: it would come again with each look. */
export function processed<Made>(work: () => Made): Made {
  try {
    return work()
  } catch (cause) {
    throw new ProcessingError(messageOf(cause), { cause })
  }
}
