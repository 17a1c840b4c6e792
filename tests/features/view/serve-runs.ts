import { PassThrough } from 'node:stream'
import { loadConfig } from '../../../src/cli/plan/load-config.ts'
import { makePlan, type Plan } from '../../../src/cli/plan/plan.ts'
import { labelsFeature } from '../../../src/features/labels/feature.ts'
import { RunIndex } from '../../../src/features/view/runs/run-index.ts'
import { RunShelf } from '../../../src/features/view/runs/run-shelf.ts'
import { serveView } from '../../../src/features/view/serve.ts'

export async function openShelf(folder: string): Promise<RunShelf> {
  const shelf = await RunShelf.open(folder, new RunIndex(undefined, () => {}))
  await shelf.settle()
  return shelf
}

/** Serves a folder of runs, without a configuration. */
export async function serveRuns(folder: string) {
  const stderr = new PassThrough()
  const around = { folder, environment: {}, features: [labelsFeature], stderr } as unknown as Plan
  const plan = makePlan({}, await loadConfig(around, undefined, false), around)
  return serveView({ shelf: await openShelf(folder), plan, port: 0 })
}
