import { expect, test } from 'vitest'
import { predictionPoweredGroups } from '../../../src/statistics/prediction-powered/groups.ts'
import { predictionPoweredMean } from '../../../src/statistics/prediction-powered/mean.ts'
import { randomRun } from './people.ts'

const run = randomRun(1, 300, 90)
const groupOf = (id: string) => (Number(id) % 3 === 0 ? 'third' : Number(id) % 30 === 1 ? 'few' : undefined)
const items = run.items.map((item) => {
  const group = groupOf(item.id)
  return { ...item, ...(group === undefined ? {} : { group }) }
})

test('a group is the run of its items, and one with few labels says so', () => {
  const groups = predictionPoweredGroups({ ...run, items })
  const ofThird = { ...run, items: items.filter(({ group }) => group === 'third') }
  const labels = run.labels.filter(({ item }) => groupOf(item) === 'third')
  expect([...groups.keys()]).toEqual(['third', 'few'])
  expect(groups.get('third')).toEqual(predictionPoweredMean({ ...ofThird, labels }))
  expect(groups.get('few')?.people).toHaveProperty('labelsNeeded', 25)
})

test('labels of strata keep the probability with which they were drawn', () => {
  const stratumOf = (id: string) => (Number(id) < 60 ? 'first' : 'others')
  const groups = predictionPoweredGroups({
    ...run,
    items: items.map((item) => ({ ...item, stratum: stratumOf(item.id) })),
  })
  const drawn = { first: 60 / 60, others: 30 / 240 }
  const labels = run.labels
    .filter(({ item }) => groupOf(item) === 'third')
    .map((label) => ({ ...label, probability: drawn[stratumOf(label.item) as 'first' | 'others'] }))
  const third = items.filter(({ group }) => group === 'third')
  expect(groups.get('third')).toEqual(predictionPoweredMean({ ...run, items: third, labels }))
})

test('nothing is said of a group whose labels are all of items that were certain to be drawn', () => {
  const items = Array.from({ length: 80 }, (_, place) => ({
    ...{ id: `${place}`, score: 0.5 },
    group: place < 40 ? 'sure' : 'other',
  }))
  const isSure = (place: number) => place < 30
  const labels = items.flatMap(({ id }, place) =>
    isSure(place) || place >= 55 ? { item: id, value: place % 2, probability: isSure(place) ? 1 : 0.4 } : [],
  )
  const groups = predictionPoweredGroups({ items, labels, range: { low: 0, high: 1 } })
  expect(groups.get('sure')).toMatchObject({
    people: { undefinedBecause: expect.stringContaining('certain to be drawn') },
    labels: 30,
    items: 40,
  })
  expect(groups.get('other')?.people).toHaveProperty('interval')
})
