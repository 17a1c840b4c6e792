/**
 * Runs the random tests on seeds of their own, each printed, with more values than usual: to find what the fixed
 * seed of `npm test` does not. `npm run test:random -- 3 20`: three seeds, twenty times as many values.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

const [seeds, factor] = [process.argv[2] ?? '5', process.argv[3] ?? '5'].map(Number)
if (!Number.isSafeInteger(seeds) || !(Number(seeds) > 0) || !(Number(factor) > 0)) {
  throw new TypeError(
    'npm run test:random -- SEEDS FACTOR: how many seeds, and how many times as many values',
  )
}
const usesRandomValues = /from 'fast-check'|score-properties/
const files = globSync('tests/**/*.test.ts').filter((file) =>
  usesRandomValues.test(readFileSync(file, 'utf8')),
)
const failed: number[] = []
for (let round = 0; round < Number(seeds); round++) {
  const seed = randomInt(1, 2 ** 31)
  const env = { ...process.env, RANDOM_SEED: String(seed), RANDOM_RUNS: String(factor) }
  const timeout = `--test-timeout=${Math.ceil(60_000 * Number(factor))}`
  console.log(`seed ${seed}, ${factor} times as many values, ${files.length} files`)
  const { status } = spawnSync(
    'vitest',
    ['run', '--project=behaviour', '--reporter=dot', timeout, ...files],
    {
      env,
      stdio: 'inherit',
    },
  )
  if (status !== 0) failed.push(seed)
}
for (const seed of failed) {
  console.error(`failed: RANDOM_SEED=${seed} RANDOM_RUNS=${factor} npx vitest run FILE runs it again`)
}
process.exitCode = failed.length === 0 ? 0 : 1
