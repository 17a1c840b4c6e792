import { describe, expect, it } from 'vitest'
import { rowsOf, sets } from '../../research/agreement-sets.ts'
import { measureAgreement } from '../../src/features/agreement/index.ts'
import { chooseReading } from '../../src/features/agreement/labels/label-reading.ts'
import { toLabelledData } from '../../src/features/agreement/rows/read-labelled.ts'
import { readScorers } from '../../src/run/scorer-entry.ts'
import { judgeByMaterial } from '../support/fake-judge.ts'

describe('the labelled sets of this repository', () => {
  it.each(sets.map((set) => [set.name, set] as const))(
    '%s: every row has a label that is known and can be scored by a judge that answers everything',
    async (_, set) => {
      const all = rowsOf(set)
      const judge = judgeByMaterial()
      const [used] = readScorers([set.scorer(judge)])
      const reading = chooseReading(toLabelledData(all), set.options, used?.record.lowerIsBetter ?? false)
      expect(reading.kind).toBe(typeof all[0]?.label === 'number' ? 'grade' : 'class')
      const step = Math.ceil(all.length / 40)
      const some = all.filter((_, index) => index % step === 0)
      const { counts, failures } = await measureAgreement({
        ...set.options,
        resamples: 1000,
        scorer: set.scorer(judge),
        data: some,
      })
      expect(failures).toEqual([])
      expect(counts.failed).toBe(0)
      expect(counts.scored).toBeGreaterThan(0.5 * some.length)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    },
  )
})
