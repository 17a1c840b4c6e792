import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { describe, expect, it } from 'vitest'
import type { ScoringRun } from '../../../../src/evaluation/stored/scoring-run.ts'
import { findScorer, UnknownScorerError } from '../../../../src/features/workers/jobs/find-scorer.ts'
import { createCompletenessScorer } from '../../../../src/scorers/completeness.ts'

const completeness = createCompletenessScorer()

function find(listed: () => object, { id = completeness.id, ofProject = false, agent = 'guide' } = {}) {
  const guide = new Agent({
    id: 'guide',
    name: 'Guide',
    instructions: 'You answer.',
    model: 'openai/never-asked',
    scorers: listed as () => Record<string, never>,
  })
  const mastra = new Mastra({
    agents: { guide },
    ...(ofProject ? { scorers: { completeness } } : {}),
    logger: false,
  })
  const run = { entityType: 'AGENT', entity: { id: agent } } as unknown as ScoringRun
  return findScorer({ scorerId: id, run }, { mastra, scorers: [] })
}
const away = () => {
  throw new Error('the settings cannot be read')
}

describe('the scorer of a job', () => {
  it('is that of the agent, then that of the project', async () => {
    expect(await find(() => ({ own: { scorer: completeness } }))).toBe(completeness)
    expect(await find(() => ({}), { ofProject: true })).toBe(completeness)
    expect(await find(() => ({}), { ofProject: true, agent: 'gone' })).toBe(completeness)
  })

  it('is unknown where nobody has it', async () => {
    await expect(find(() => ({}))).rejects.toThrow(UnknownScorerError)
    await expect(find(() => ({}), { agent: 'gone' })).rejects.toThrow(UnknownScorerError)
  })

  it('is not told as unknown where the function that lists scorers fails', async () => {
    await expect(find(away)).rejects.toThrow(
      'the scorers of guide cannot be listed: the settings cannot be read',
    )
    await expect(find(away)).rejects.not.toBeInstanceOf(UnknownScorerError)
    expect(await find(away, { ofProject: true })).toBe(completeness)
  })
})
