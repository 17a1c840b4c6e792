import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take more than 30 s, the longest first. */
const longest = [
  'tests/bundles',
  'embedded/adversarial-pairs',
  'workers/trial',
  'report/browser',
  'labels/page/page',
  'features/removal',
  'report/sides',
  'view/page',
  'cli/watch',
  'monitor/kills',
  'cli/process',
  'judge/lying-replies',
  'mcp/mcp',
  'text/growth',
  'cli/pull-requests',
  'workers/sharded-kills',
  'workers/mute',
]

/**
 * Begins with the files that take longest, since one of them at the end would leave all other cores idle. Vitest knows
 * how long they took the last time, but not where it runs for the first time.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(`${name}.slow.test.ts`))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
