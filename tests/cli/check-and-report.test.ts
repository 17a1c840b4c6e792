import { Readable, Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { checkAndReport } from '../../src/cli/check-and-report.ts'
import type { Gates } from '../../src/evaluation/gates/gate.ts'
import { countingReads, runOf } from '../evaluation/support/runs.ts'

const scores = Array.from({ length: 20 }, (_, index) => (index % 7) / 7)

async function readsWith(gates: Gates | undefined) {
  const [before, after] = [countingReads(runOf(scores)), countingReads(runOf(scores.toReversed()))]
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const code = await checkAndReport(
    [{ run: after.run, baseline: before.run, isGate: gates !== undefined, gates }],
    {
      ...{
        json: false,
        files: {},
        details: false,
        acrossJudges: false,
        by: [],
        isByGiven: true,
        isByPeople: false,
      },
      ...{ stdout: nowhere(), stderr: nowhere(), stdin: Readable.from([]) },
      features: [],
      ...{ folder: '/', environment: {}, signal: new AbortController().signal },
    },
  )
  return { code, reads: [before.reads(), after.reads()] }
}

it('makes summaries and comparisons once, whether or not there are gates', async () => {
  const shown = await readsWith(undefined)
  const gated = await readsWith({ relevancy: 0.9, failed: 0 })
  expect(shown.code).toBe(0)
  expect(gated.code).not.toBe(0)
  expect(gated.reads).toEqual(shown.reads)
})
