import { measureAgreement } from '../../../../src/features/agreement/index.ts'
import type { AgreementResult } from '../../../../src/features/agreement/result.ts'
import type { LabelledRow } from '../../../../src/features/agreement/rows/labelled-row.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { seededRandom } from '../../../../src/shared/random.ts'
import { hostileTexts } from '../../../report/hostile.ts'
import { bracketJudge } from '../support.ts'

/** The agreement of a judge by share over random rows that two people rated, some of them without a score. */
export function agreementOf({ rows = 120, seed = 1 } = {}): Promise<AgreementResult> {
  const random = seededRandom(seed)
  const data = Array.from({ length: rows }, (_, index): LabelledRow => {
    const share = random()
    const label = (shift: number) => (random() + shift < share ? 'yes' : 'no')
    const verdict = share > 0.6 ? 'yes' : share > 0.4 ? 'unsure' : 'no'
    const says =
      index % 20 === 7 ? '[abstain]' : index % 30 === 9 ? '[fail]' : `[${verdict} ${share.toFixed(3)}]`
    const first = label(0)
    return {
      id: `row-${index}`,
      input: 'How tall is the tower in Paris?',
      statement: `The tower of row ${index} is ${index} metres tall. ${says}`,
      context: ['The tower is 330 metres tall.', 'It stands in Paris.'],
      groundTruth: '330 metres',
      label: first,
      labels: [first, label(0.1)],
      group: `group ${Math.floor(index / 2)}`,
    }
  })
  const scorer = createAnswerRelevancyScorer({ model: bracketJudge({ weighting: 'share' }) })
  return measureAgreement({ scorer, data, resamples: 1000, verdicts: { yes: 'yes', no: 'no' } })
}

/** A result in which every text is hostile: names, ids, labels, verdicts, statements, reasons, errors. */
export async function hostileAgreement(): Promise<AgreementResult> {
  const result = await agreementOf()
  const all = hostileTexts.join('\n')
  const unscored = hostileTexts.map((text) => ({ reason: text, count: 1, id: text }))
  const [example] = result.disagreements
  if (example === undefined || result.confusion === undefined) throw new Error('the result has both')
  return {
    ...result,
    name: all,
    scorer: { ...result.scorer, id: all, name: all, lowerIsBetter: true },
    judges: [...hostileTexts],
    data: { ...result.data, name: all, labels: { [all]: 1 } },
    reading: { kind: 'class', positive: [...hostileTexts], negative: [all], between: [all] },
    notScorable: unscored,
    failures: unscored,
    figures: { ...result.figures, kappa: { undefinedBecause: all }, agreement: { value: 0.5, note: all } },
    confusion: { ...result.confusion, categories: hostileTexts.slice(0, 3) },
    disagreements: hostileTexts.map((text) => ({
      ...example,
      id: text,
      asked: text,
      said: text,
      context: [text],
      groundTruth: [text],
      label: text,
      verdict: text,
      words: text,
    })),
    warnings: [...hostileTexts],
  }
}
