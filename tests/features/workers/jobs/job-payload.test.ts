import { describe, expect, it } from 'vitest'
import { jobId } from '../../../../src/features/workers/jobs/job-payload.ts'

const run = {
  runId: 'run-1',
  entity: { id: 'draft' },
  entityType: 'STEP',
  input: 'How tall is it?',
  output: 'It is 330 metres tall.',
}

describe('the id of a job', () => {
  it('is that of the span, whatever else is told of it', () => {
    const traced = { ...run, targetTraceId: 'trace', targetSpanId: 'span' }
    const id = jobId('tone', '1', traced)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(jobId('tone', '1', { targetTraceId: 'trace', targetSpanId: 'span' })).toBe(id)
    const others = [
      jobId('bias', '1', traced),
      jobId('tone', '2', traced),
      jobId('tone', undefined, traced),
      jobId('tone', '1', { ...traced, targetSpanId: 'other' }),
      jobId('tone', '1', { ...traced, targetTraceId: 'other' }),
    ]
    expect(new Set([id, ...others]).size).toBe(6)
  })

  it('tells the steps and the rounds of a workflow apart where there are no spans', () => {
    const id = jobId('tone', '1', run)
    expect(jobId('tone', '1', structuredClone(run))).toBe(id)
    const others = [
      jobId('tone', '1', { ...run, entity: { id: 'review' } }),
      jobId('tone', '1', { ...run, output: 'It is tall.' }),
      jobId('tone', '1', { ...run, input: 'How tall?' }),
      jobId('tone', '1', { ...run, runId: 'run-2' }),
    ]
    expect(new Set([id, ...others]).size).toBe(5)
  })
})
