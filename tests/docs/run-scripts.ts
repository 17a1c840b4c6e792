/**
 * Runs scripts one after another in one process, which loads the packages once, and prints what each of them printed, as
 * JSON. Each has its own folder as the working directory. Ends by itself only if all of them would.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What a script prints after it was imported is its own, too. */
const running = new AsyncLocalStorage<string>()
const printed: Record<string, string> = {}
const failed: Record<string, string> = {}

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = ((chunk: string | Uint8Array) => {
  const script = running.getStore() ?? 'none'
  printed[script] = (printed[script] ?? '') + chunk.toString()
  return true
}) as typeof process.stdout.write

for (const script of process.argv.slice(2)) {
  process.chdir(dirname(script))
  await running
    .run(script, () => import(pathToFileURL(script).href))
    .catch((error: Error) => {
      failed[script] = error.stack ?? String(error)
    })
}
process.once('exit', () => write(JSON.stringify({ printed, failed })))
