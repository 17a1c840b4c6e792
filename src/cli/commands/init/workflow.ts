import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Installing {
  readonly lock: string
  /** The package manager whose cache `actions/setup-node` keeps. */
  readonly cache?: string
  readonly run: string
}

const managers: readonly Installing[] = [
  { lock: 'package-lock.json', cache: 'npm', run: 'npm ci' },
  { lock: 'pnpm-lock.yaml', run: 'corepack enable && pnpm install --frozen-lockfile' },
  { lock: 'yarn.lock', run: 'corepack enable && yarn install --immutable' },
]

/** Returns a GitHub workflow that evaluates each pull request. */
export function workflowText(folder: string): string {
  const { cache, run } = managers.find(({ lock }) => existsSync(join(folder, lock))) ?? { run: 'npm install' }
  return `name: Evals

on:
  pull_request:
  workflow_dispatch:

permissions:
  contents: read

jobs:
  evals:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 22
${cache === undefined ? '' : `          cache: ${cache}\n`}      - run: ${run}
      - name: Evaluate
        run: npx verdict run --report github --report evals/report.html
        env:
          # The embedded judge needs no key; the agent's model does, from the secrets of the repository.
          OPENAI_API_KEY: \${{ secrets.OPENAI_API_KEY }}
      - name: Keep the report
        if: \${{ !cancelled() }}
        uses: actions/upload-artifact@v6
        with:
          name: evals-report
          path: evals/report.html
          if-no-files-found: ignore
`
}

/** Returns the root of the git repository, from which GitHub reads workflows; undefined if it is the folder itself. */
export function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return undefined
  for (let place = dirname(folder); ; place = dirname(place)) {
    if (existsSync(join(place, '.git'))) return place
    if (place === dirname(place)) return undefined
  }
}
