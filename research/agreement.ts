/**
 * Measures judges on the labelled sets of datasets/, as docs/reference/agreement.md shows it.
 *
 *     npm run agreement                                   without a key: the embedded judge
 *     JUDGE_MODEL=openai/gpt-5-mini npm run agreement     and that model, on more sets
 */

import { measureAgreement } from '../src/features/agreement/index.ts'
import { figureTexts } from '../src/features/agreement/report/figure-words.ts'
import type { AgreementResult } from '../src/features/agreement/result.ts'
import type { Judge } from '../src/judge/contract.ts'
import { embeddedJudge } from '../src/judge/index.ts'
import { renderTable } from '../src/report/terminal/draw-table.ts'
import { equivalenceJudge, relevanceJudge, supportJudge } from './agreement-judges.ts'
import { type LabelledSet, rowsOf, sets } from './agreement-sets.ts'

const width = 148
const resamples = 1000
const startedAt = performance.now()
const { JUDGE_MODEL: model } = process.env

async function measure(set: LabelledSet, judge: Judge | string): Promise<AgreementResult> {
  return measureAgreement({
    ...set.options,
    resamples,
    name: set.name,
    scorer: set.scorer(judge),
    data: rowsOf(set),
  })
}

const withInterval = (name: Parameters<typeof figureTexts>[0], result: AgreementResult) =>
  figureTexts(name, result.figures[name]).join('\n')

function showTable(title: string, results: readonly AgreementResult[]): void {
  const columns = [
    { title: 'Set', kind: 'name' },
    { title: 'Scored', kind: 'number' },
    { title: 'Kappa', kind: 'number' },
    { title: 'Balanced\naccuracy', kind: 'number' },
    { title: 'Area under\nthe curve', kind: 'number' },
    { title: 'Calibration\nerror', kind: 'number' },
    { title: 'Word\noverlap', kind: 'number' },
    { title: 'Gain over\noverlap', kind: 'number' },
    { title: 'Calls', kind: 'number' },
  ] as const
  const rows = results.map((result) => {
    const overlap = result.baselines.find(({ name }) => name === 'word overlap')
    const main = result.reading.kind === 'class' ? 'areaUnderCurve' : 'spearman'
    return [
      result.name,
      `${result.counts.scored}\nof ${result.data.rows}`,
      withInterval('kappa', result),
      withInterval('balancedAccuracy', result),
      withInterval(main, result),
      withInterval('calibrationError', result),
      figureTexts(main, overlap?.figures[main]).join('\n'),
      figureTexts(main, overlap?.gain).join('\n'),
      String(result.cost.calls),
    ]
  })
  console.log(`\n${title}\n${renderTable(columns, rows, width)}`)
}

async function measureAll(
  title: string,
  some: readonly LabelledSet[],
  judgeOf: (set: LabelledSet) => Judge | string,
) {
  const results: AgreementResult[] = []
  for (const set of some) results.push(await measure(set, judgeOf(set)))
  showTable(title, results)
  for (const { name, note } of some) if (note !== undefined) console.log(`${name}: ${note}`)
  for (const { name, notScorable, failures } of results) {
    for (const { reason, count } of notScorable) console.log(`${name}: ${count} not scorable: ${reason}`)
    for (const { reason, count } of failures) console.log(`${name}: ${count} FAILED: ${reason}`)
  }
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

console.log(
  `Below each figure its 95 % interval, clustered by group (${resamples} resamples). Word overlap and the gain over it are\nareas under the curve; of sets with grades, these columns and the one before are Spearman correlations.`,
)

const { judge: relevance, cascade } = await relevanceJudge()
const crossValidated = { relevance, support: await supportJudge(), equivalence: equivalenceJudge() }
const fitted = sets.filter(({ task }) => task !== undefined)
await measureAll(
  'The embedded judge, cross-validated: no row is judged by weights that have seen its group',
  fitted,
  ({ task = 'relevance' }) => crossValidated[task],
)
await measureAll(
  'The embedded judge as it is shipped: its weights have seen these very rows, so these figures flatter it',
  fitted,
  () => embeddedJudge(),
)

if (model === undefined || model === '') {
  console.log('\nNo model was measured: name one in JUDGE_MODEL (openai/gpt-5-mini) and set its key.')
} else {
  await measureAll(`${model}`, sets, () => model)
  console.log('rubric-judge-mtbench is not measured: it tells the better of two answers, and no rubric.')
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
const percent = (part: number) => `${(100 * part).toFixed(1)} %`
const rows: string[][] = []
for (const accuracy of [0.85, 0.9, 0.95, 1]) {
  const { agreementKept, kappaKept, questions, requests } = await cascade.measure(accuracy, 0.75, seeds)
  rows.push([accuracy, agreementKept, kappaKept, questions, requests].map(percent))
}
console.log(
  `\nA cascade of the embedded judge, cross-validated, and a strong judge that is a script, on statement-relevance-agent-style: sure 0.75, means of ${seeds.length} seeds`,
)
console.log(
  renderTable(
    [
      { title: 'Strong judge\nis right in', kind: 'number' },
      { title: 'Agreement\nkept', kind: 'number' },
      { title: 'Kappa\nkept', kind: 'number' },
      { title: 'Calls, a statement\na call', kind: 'number' },
      { title: 'Calls, an answer\na call', kind: 'number' },
    ],
    rows,
    width,
  ),
)
console.log(
  'Labelled statements are judged one a call. A scorer asks about all statements of an answer in one call, unless its batchSize is 1.',
)
console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} seconds`)
