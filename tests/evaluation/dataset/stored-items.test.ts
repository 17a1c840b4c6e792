import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { expect, it } from 'vitest'
import { addStored, toStored } from '../../../src/evaluation/dataset/stored-items.ts'
import { readStoredDataset } from '../../../src/evaluation.ts'

const beside = { groundTruth: 'right', metadata: { language: 'en' }, group: 'jane' }
const items = {
  asked: { input: 'Hi', context: ['a', 'b'], output: 'Hello', expect: { tone: { min: 0.5 } }, ...beside },
  scripted: { user: ['Hi', 'Bye'], until: 'They part.' },
  simulated: { user: { goal: 'A refund', knows: { order: '1042' } }, turns: 3 },
  several: { inputs: ['One', 'Two'] },
  mocked: {
    input: 'Find x',
    toolMocks: [{ toolName: 'search', args: {}, output: 'x', matchArgs: 'ignore' as const }],
    unmockedToolPolicy: 'deny',
    requestContext: { tier: 'gold' },
    expectedTrajectory: { steps: [] },
  },
}

it("comes back from Mastra's storage as it was, also where Mastra has no field for it", async () => {
  const mastra = new Mastra({ storage: new InMemoryStore(), logger: false })
  const dataset = await mastra.datasets.create({ id: 'all', name: 'all' })
  const stored = new Map(Object.entries(items).map(([id, item]) => [id, toStored(item as object)]))
  const { ids, added } = await addStored(dataset, stored)
  expect([...added]).toEqual(Object.keys(items))
  expect((await addStored(dataset, stored)).added.size).toBe(0)
  const read = await readStoredDataset(mastra, { id: 'all' })
  for (const [id, item] of Object.entries(items)) {
    const back = read.items.find((one) => one.id === ids.get(id))
    expect(JSON.parse(JSON.stringify(back))).toEqual({ id: ids.get(id), ...item })
  }
  // Mastra's own experiments read the input alone.
  const { input } = (await dataset.getItem({ itemId: ids.get('scripted') ?? '' })) ?? {}
  expect(input).toEqual(['Hi', 'Bye'])
})
