import { onTestFinished } from 'vitest'

/** Closes it after the test, however that ends: Node 22 runs these files as they are, and knows no `using`. */
export function untilTestEnds<T extends AsyncDisposable>(resource: T): T {
  onTestFinished(() => resource[Symbol.asyncDispose]())
  return resource
}
