import type { ReportMaterial } from '../../src/report/run/material.ts'
import type { ItemRecord } from '../../src/run/item-record.ts'
import type { EvaluationRun, ScoreRecord } from '../../src/run/record.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

/** Texts that do something where they are taken for more than text. Each sets `window.harmed` if it runs. */
export const hostileTexts = [
  '<script>window.harmed = "script"</script>',
  '</script><script>window.harmed = "end tag"</script>',
  '<img src="x" onerror="window.harmed = \'image\'">',
  '--><script>window.harmed = "comment"</script><!--',
  '<!--<script>',
  '"><svg onload="window.harmed = \'svg\'"></svg>',
  '</style></title></textarea></noscript></dialog><iframe src="javascript:parent.harmed=1"></iframe>',
  "' onfocus='window.harmed = 1' autofocus='",
  '<a href="javascript:window.harmed=1">link</a>',
  '&lt;script&gt; &amp; ]]> \u2028\u2029 ]]> \u0000 \u001b[2J \ud800 \u202e gnp.exe \u2067 03 \u2066',
] as const

/** A run in which every text is hostile: names, ids, questions, answers, statements, reasons, errors, gates. */
export function hostileMaterial(): ReportMaterial {
  const texts = hostileTexts
  const all = texts.join('\n')
  const scorers = [
    { id: `one ${texts[0]}`, name: `One ${all}`, scale: 1, lowerIsBetter: false },
    { id: `two ${texts[2]}`, name: `Two ${all}`, lowerIsBetter: true },
  ]
  const base = randomRun({ items: texts.length, scorers })
  const items = base.items.map((item, index): ItemRecord => {
    const text = texts[index] ?? all
    const cost = item.cost
    const scored: ScoreRecord = {
      outcome: 'scored',
      score: 0.5,
      reason: text,
      verdicts: [{ unit: text, verdict: text, reason: text, share: 0.5, credit: 0.5 }],
      evidence: [
        {
          judge: text,
          task: text,
          prompts: [text],
          replies: [text],
          calls: 1,
          usage: cost.usage,
          durationInMs: 1,
          cached: false,
          warnings: [text],
        },
      ],
      cost,
      durationInMs: 1,
    }
    const failed: ScoreRecord = {
      outcome: 'failed',
      failure: { name: text, message: text, attempts: 1 },
      cost,
      durationInMs: 1,
    }
    const scores = Object.fromEntries([
      [`one ${texts[0]}`, scored],
      [`two ${texts[2]}`, index % 2 === 0 ? failed : scored],
    ])
    const { failure: _failure, ...rest } = item
    return {
      ...rest,
      itemId: `${index} ${text}`,
      input: text,
      groundTruth: { text },
      group: text,
      answer: `Before ${text} after`,
      scores,
    }
  })
  const run: EvaluationRun = {
    header: {
      ...base.header,
      name: all,
      target: { kind: 'agent', id: all, model: all },
      dataset: { ...base.header.dataset, name: all },
    },
    items,
    end: { kind: 'end', at: base.header.startedAt, status: 'cancelled', reason: all },
  }
  return {
    ...materialOf(run, run),
    gates: [{ gate: 'failed', scorerId: all, result: 'cannot tell', sentence: all }],
  }
}
