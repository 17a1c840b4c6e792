import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AuditOptions } from '../../../src/features/audit/audit.ts'
import { audit } from '../../../src/features/audit/index.ts'
import { auditedRun, scriptedScorer } from './judges.ts'

const run = auditedRun(8)
const newFile = () => join(mkdtempSync(join(tmpdir(), 'verdict-audit-')), 'audit.jsonl')

/** An audit by a judge that likes bold, with the number of statements that it was asked about. */
async function counted(options: Partial<AuditOptions>, stopAfter = Number.POSITIVE_INFINITY) {
  const stop = new AbortController()
  let asked = 0
  const scorer = scriptedScorer({
    noise: 0,
    whole: true,
    bias: ({ text }) => {
      asked += 1
      if (asked === stopAfter) stop.abort(new Error('killed'))
      return text.includes('**') ? 0.15 : 0
    },
  })
  const result = await audit({
    ...{ run, scorer, resamples: 1000, probes: ['bold', 'list', 'options'], concurrency: 1 },
    ...{ signal: stop.signal, ...options },
  })
  return { result, asked }
}

const whole = await counted({})

it.each([3, 12, 20, 30])(
  'an audit that was stopped after %i questions goes on where it was',
  async (stopAfter) => {
    const file = newFile()
    const stopped = await counted({ file }, stopAfter)
    expect(stopped.result.end.status).toBe('cancelled')
    const resumed = await counted({ file, resume: true })
    // What was under way when it stopped is asked again.
    expect(stopped.asked + resumed.asked - whole.asked).toBeLessThanOrEqual(1)
    const { end: _, ...found } = resumed.result
    const { end: __, ...wanted } = whole.result
    expect(found).toEqual(wanted)
    const again = await counted({ file, resume: true })
    expect([again.asked, again.result.end.status]).toEqual([0, 'complete'])
  },
)

it('a finished part is kept, and no other audit goes on with it or over it', async () => {
  const file = newFile()
  await counted({ file })
  for (const part of ['', '.probes', '.options'])
    expect(existsSync(file.replace('.jsonl', `${part}.jsonl`))).toBe(true)
  await expect(counted({ file })).rejects.toThrow(/already holds part of an audit.*--resume/)
  const resumed = (options: Partial<AuditOptions>) => counted({ file, resume: true, ...options })
  await expect(resumed({ sample: 6 })).rejects.toThrow(
    /audit\.jsonl: holds another audit, which has the answers to q\d+, q\d+: resume it with its original settings/,
  )
  await expect(resumed({ probes: ['bold', 'order'] })).rejects.toThrow(
    /audit\.probes\.jsonl: holds another audit, which has the probes list and lacks the probes order: /,
  )
  const [first, ...others] = run.items
  if (first === undefined) throw new Error('no answer')
  const changed = { ...run, items: [{ ...first, answer: `${first.answer} And more.` }, ...others] }
  await expect(resumed({ run: changed })).rejects.toThrow(
    new RegExp(`holds another audit, which has another text of the answers to ${first.itemId}: `),
  )
})

it('a part that stopped is not said to lack what it had still to do', async () => {
  const file = newFile()
  await counted({ file }, 3)
  const [first, ...items] = run.items
  await expect(counted({ file, resume: true, run: { ...run, items } })).rejects.toThrow(
    `holds another audit, which has the answers to ${first?.itemId}: resume it`,
  )
})

it('a part of another audit is found before anything is asked', async () => {
  const file = newFile()
  writeFileSync(file.replace('.jsonl', '.probes.jsonl'), '')
  await expect(counted({ file })).rejects.toThrow(/audit\.probes\.jsonl.*holds part/)
  expect(existsSync(file)).toBe(false)
})
