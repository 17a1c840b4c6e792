import { PassThrough } from 'node:stream'
import { loadConfig } from '../../../src/cli/plan/load-config.ts'
import { makePlan, type Plan } from '../../../src/cli/plan/plan.ts'
import { labelsFeature } from '../../../src/features/labels/feature.ts'
import { SummaryCache } from '../../../src/features/view/runs/summary-cache.ts'
import { WatchedRuns } from '../../../src/features/view/runs/watched-runs.ts'
import { serveView } from '../../../src/features/view/serve.ts'

export async function openShelf(folder: string): Promise<WatchedRuns> {
  const watched = await WatchedRuns.open(folder, new SummaryCache(undefined, () => {}))
  await watched.settle()
  return watched
}

/** Serves a folder of runs, without a configuration. */
export async function serveRuns(folder: string) {
  const stderr = new PassThrough()
  const around = { folder, environment: {}, features: [labelsFeature], stderr } as unknown as Plan
  const plan = makePlan({}, await loadConfig(around, undefined, false), around)
  return serveView({ watched: await openShelf(folder), plan, port: 0 })
}
