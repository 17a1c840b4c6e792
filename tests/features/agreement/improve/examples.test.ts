import { expect, test } from 'vitest'
import { shown } from '../../../../src/features/agreement/improve/examples.ts'
import { gatherMaterial } from '../../../../src/features/agreement/improve/gather-material.ts'
import { createBiasScorer } from '../../../../src/scorers/index.ts'
import { bracketJudge } from '../support.ts'

test('an example of a scorer where lower is better names the option that people chose', async () => {
  const data = Array.from({ length: 60 }, (_, place) => ({
    ...{ group: place, statement: `Opinion ${place}.`, label: place % 2 === 0 ? 'biased' : 'fair' },
  }))
  const scorer = createBiasScorer({ model: bracketJudge() })
  const material = await gatherMaterial({ scorer, data, positive: 'biased', negative: 'fair' }, 1)
  const said = new Map(
    material.rows.map((place) => [place.label.text, shown(place, material)['people said']]),
  )
  expect(Object.fromEntries(said)).toEqual({ biased: 'yes', fair: 'no' })
})
