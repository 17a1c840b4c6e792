import type { Improvement, JudgeChange } from '../../../judge/composed/improved/improvement.ts'
import { hashJson } from '../../../run/to-json.ts'
import type { Estimate } from '../../../statistics/estimate.ts'
import { chooseFigure } from './compare-judges.ts'
import type { ImproveMaterial } from './gather-material.ts'
import type { PlannedImprovement } from './plan-candidates.ts'
import type { ImprovementTest } from './result.ts'

function toFigure(estimate: Estimate) {
  if ('undefinedBecause' in estimate) throw new Error('what is adopted has figures')
  return { value: estimate.value, ...(estimate.interval && { interval: estimate.interval }) }
}

export function toImprovement(
  change: JudgeChange,
  { before, after, gain, rows, groups }: ImprovementTest,
  material: ImproveMaterial,
  { judge, tasks }: PlannedImprovement,
  level: number,
): Improvement {
  const labels = material.rows.map(({ row, label }) => [row.id, row.statement ?? row.output, label.text])
  return {
    kind: 'verdict-judge',
    version: 1,
    judge: judge.id,
    scorer: material.used.record.id,
    tasks: [...tasks],
    change,
    agreement: {
      figure: chooseFigure(material),
      before: toFigure(before),
      after: toFigure(after),
      gain: toFigure(gain),
      level,
      rows,
      groups,
    },
    labels: `sha256:${hashJson(labels)}`,
    date: new Date().toISOString(),
  }
}
