import type { TrajectoryStep } from '@mastra/core/evals'
import { countFound, isOrIsNot } from '../reason/count-found.ts'
import { describeFinding, type Explanation } from '../reason/explain.ts'
import type { UnitVerdict, WithWeighting } from '../units/judge-units.ts'

export interface JudgedTrajectory extends WithWeighting {
  /** One per step: whether it was necessary. */
  readonly verdicts: readonly (UnitVerdict<'yes' | 'no'> & {
    readonly step: TrajectoryStep
    readonly wasInOrder: boolean
    /** The credit of its position in the order, 0 to 1. */
    readonly orderCredit: number
  })[]
  /** Names or descriptions; absent if nothing is expected and the judge cannot list them. */
  readonly missingSteps?: readonly string[]
  /** Names of the steps that were not necessary. */
  readonly extraSteps: readonly string[]
  /** Without steps: whether one was needed. */
  readonly neededSteps?: boolean
}

function countVerdicts({ verdicts, missingSteps, neededSteps }: JudgedTrajectory): string {
  const missing =
    missingSteps === undefined
      ? 'the judge cannot list missing steps, so none counts as missing'
      : `${missingSteps.length} missing`
  if (verdicts.length === 0) {
    return neededSteps ? 'no step was taken, but one was needed' : 'no step was taken, and none was needed'
  }
  const necessary = isOrIsNot('necessary', ['was', 'were'])
  const inOrder = isOrIsNot('in order', ['was', 'were'])
  const orders = verdicts.map(({ orderCredit: credit }) => ({ credit }))
  return `${countFound(verdicts, 'step', necessary)}; ${countFound(orders, 'step', inOrder)}; ${missing}`
}

/** Says as the counts do what a credit below 1 means; nothing for 1. */
function describeLoss(what: string, credit: number): string {
  if (credit === 1) return ''
  const words = { yes: what, no: `not ${what}` }
  const found = describeFinding({ verdict: credit < 0.5 ? 'no' : 'yes', credit }, { words })
  return found.startsWith('in doubt') ? found.replace('in doubt', `in doubt whether ${what}`) : found
}

export function explainJudged(judged: JudgedTrajectory, request: string): Explanation {
  const { verdicts, missingSteps = [] } = judged
  const steps = verdicts.map((item) => ({
    text: item.unit.text,
    verdict: [describeLoss('necessary', item.credit), describeLoss('in order', item.orderCredit)]
      .filter(Boolean)
      .join('; '),
    credit: (item.credit * 2 + item.orderCredit) / 3,
    reason: item.reason,
  }))
  const costly = steps.filter(({ credit }) => credit < 1)
  const told = verdicts.map(({ unit, verdict: necessary, wasInOrder: inOrder, reason }) => {
    return { step: unit.text, necessary, inOrder, reason: reason ?? null }
  })
  return {
    count: countVerdicts(judged),
    costly: [...missingSteps.map((text) => ({ text, verdict: 'missing', credit: 0 })), ...costly],
    material: { request, missing: [...missingSteps], verdicts: told },
    verdicts: {},
  }
}
