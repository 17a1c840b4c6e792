import { syncBuiltinESMExports } from 'node:module'
import workerThreads from 'node:worker_threads'

/**
 * The encoder's thread gives way to everything else, and on a machine with busy processes it would get hardly any time:
 * a test with it would take minutes. In tests it runs at the priority of the process.
 */
const usualPriority = `process.getBuiltinModule('node:os').setPriority = () => {}\n`
const done = Symbol.for('mastra-verdict tests: usual priority')

if (!(done in workerThreads)) {
  const { Worker } = workerThreads
  workerThreads.Worker = class extends Worker {
    constructor(file: string | URL, options?: ConstructorParameters<typeof Worker>[1]) {
      super(options?.eval ? `${usualPriority}${file}` : file, options)
    }
  }
  Object.defineProperty(workerThreads, done, { value: true })
  syncBuiltinESMExports()
}
