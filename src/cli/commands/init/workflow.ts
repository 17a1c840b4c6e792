import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { quoteArgument } from '../../quote-argument.ts'
import { nearestFile, placeInRepository } from './repository.ts'

const managers: readonly {
  readonly lock: string
  /** The package manager whose cache `actions/setup-node` keeps. */
  readonly cache?: string
  readonly run: string
}[] = [
  { lock: 'package-lock.json', cache: 'npm', run: 'npm ci' },
  { lock: 'pnpm-lock.yaml', run: 'corepack enable && pnpm install --frozen-lockfile' },
  { lock: 'yarn.lock', run: 'corepack enable && yarn install --immutable' },
]

/** Whether packages below this folder are installed by its lock. */
function isWorkspace(folder: string): boolean {
  const manifest = join(folder, 'package.json')
  return (
    existsSync(join(folder, 'pnpm-workspace.yaml')) ||
    (existsSync(manifest) && /"workspaces"\s*:/.test(readFileSync(manifest, 'utf8')))
  )
}

/** Returns a GitHub workflow that compares each pull request with the main branch. */
export function workflowText(
  folder: string,
  {
    keys,
    target,
  }: {
    /** The variables with the keys of the agent's model; empty if they are not known. */
    readonly keys: readonly string[]
    /** The target that is compared, if the configuration has several. */
    readonly target?: string
  },
): string {
  const lock = nearestFile(
    folder,
    managers.map(({ lock }) => lock),
    (place) => place === folder || isWorkspace(place),
  )
  const { cache, run } = managers.find((one) => one.lock === basename(lock ?? '')) ?? { run: 'npm install' }
  const place = placeInRepository(folder)
  const inside = place === '' ? '' : `${place}/`
  // Groups, caches and artifacts are those of the whole repository, which may have several such packages.
  const named = toSuffix(place)
  const nodeFile = nearestFile(folder, ['.nvmrc', '.node-version'])
  const verdict = `npx verdict run${target === undefined ? '' : ` --target ${quoteArgument(target)}`}`
  return `name: Evals${place === '' ? '' : ` of ${place}`}

on:
  pull_request:
  push:
    # The default branch must be among them.
    branches: [main, master]
  workflow_dispatch:

permissions:
  contents: read

# Runs of the main branch wait for each other, so that an older one cannot replace the baseline of a newer one.
concurrency:
  group: evals${named}-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}

jobs:
  evals:
    runs-on: ubuntu-latest
    timeout-minutes: 30
${inside === '' ? '' : `    defaults:\n      run:\n        working-directory: ${inside}\n`}    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          ${nodeFile === undefined ? 'node-version: 22' : `node-version-file: ${nodeFile}`}
${cache === undefined ? '' : `          cache: ${cache}\n`}${cache === undefined || inside === '' ? '' : `          cache-dependency-path: ${lock}\n`}      - run: ${run}
      # A cache, not an artifact: a pull request can read the main branch's caches without a token, and cannot
      # replace them.
      - name: Get the main branch's run
        id: baseline
        uses: actions/cache/restore@v5
        with:
          path: ${inside}runs/main.jsonl
          key: verdict${named}-main-\${{ github.run_id }}
          restore-keys: verdict${named}-main-
          # The main branch only needs the key, to see whether it is older.
          lookup-only: \${{ github.ref_name == github.event.repository.default_branch }}
      - name: Warn that forks have no secrets
        if: \${{ github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name != github.repository }}
        run: echo "::warning::Pull requests from forks get no secrets, so this job fails if the agent's model needs a key. After a review, push the branch to this repository to evaluate it."
      - name: Evaluate
        id: evaluate
        env:
          IS_MAIN: \${{ github.ref_name == github.event.repository.default_branch }}
          BASELINE: \${{ steps.baseline.outputs.cache-matched-key }}
${keyLines(keys)}        run: |
          set -- --report github --report evals/report.html
          if [ "$IS_MAIN" = true ]; then
            rm -f runs/main.jsonl
            ${verdict} --file runs/main.jsonl "$@"
            # This line is reached only if all gates passed. A re-run of an older commit does not become the baseline.
            newest=\${BASELINE##*-}
            if [ "\${newest:-0}" -lt "$GITHUB_RUN_ID" ]; then echo "passed=true" >> "$GITHUB_OUTPUT"; fi
          elif [ -f runs/main.jsonl ]; then
            # Fails if a score fell, or probably did: with few questions, even a large loss is seldom certain. To fail
            # for a certain loss alone, add --gate inconclusive=pass.
            ${verdict} --fail-if-worse runs/main.jsonl "$@"
          else
            echo "::warning::There is no run of the main branch to compare with: it has not run yet, or not for a week. A push to it, or this workflow started on it by hand, keeps one."
            ${verdict} "$@"
          fi
      - name: Keep the main branch's run
        if: \${{ steps.evaluate.outputs.passed == 'true' }}
        uses: actions/cache/save@v5
        with:
          path: ${inside}runs/main.jsonl
          key: verdict${named}-main-\${{ github.run_id }}
      - name: Keep the report
        if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v6
        with:
          name: evals${named}-report
          path: ${inside}evals/report.html
          if-no-files-found: ignore
`
}

function keyLines(keys: readonly string[]): string {
  const [comment, names] =
    keys.length > 0
      ? ['From the secrets of the repository. The embedded judge needs no key.', keys]
      : [
          "Put your agent's key here: no model of a known provider was found in src/mastra.",
          ['OPENAI_API_KEY'],
        ]
  const lines = names.map((name) => `${name}: \${{ secrets.${name} }}`)
  return [`# ${comment}`, ...lines].map((line) => `          ${line}\n`).join('')
}

/** Returns where the workflow of a package is written, under a name that no other package of the repository gives it. */
export const workflowFile = (folder: string): string =>
  `.github/workflows/evals${toSuffix(placeInRepository(folder))}.yml`

const toSuffix = (place: string) => (place === '' ? '' : `-${place.replaceAll(/[^\p{L}\p{N}._]+/gu, '-')}`)
