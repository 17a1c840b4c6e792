import { Agent } from '@mastra/core/agent'
import type { MastraModelConfig } from '@mastra/core/llm'
import { expect, it } from 'vitest'
import { compareRuns, evaluate, summarise } from '../../src/evaluation.ts'
import { runReport } from '../../src/report.ts'
import { numberScorer } from '../evaluation/support.ts'
import { say, scripted } from '../support/scripted-agent.ts'

async function runWith(instructions: string) {
  const model = scripted([say('0.5')]) as MastraModelConfig
  const target = new Agent({ id: 'guide', name: 'guide', instructions, model })
  return evaluate({ target, data: [{ input: 'How tall is it?' }], scorers: [numberScorer()] })
}

async function reportsOf(before: string, after: string) {
  const [baseline, run] = [await runWith(before), await runWith(after)]
  const material = { run, baseline, summaries: summarise(run), comparisons: compareRuns(baseline, run) }
  const html = await runReport.html(material)
  return [
    runReport.terminal(material, { width: 300 }),
    runReport.markdown(material).replaceAll('\\', ''),
    html.slice(0, html.indexOf('id="data"')),
  ]
}

it('that changed are shown line by line', async () => {
  for (const report of await reportsOf('Be kind.\nBe short.', 'Be kind.\nUse metres.\nName sources.')) {
    expect(report).toContain('Changed instructions')
    for (const line of ['Be short.', 'Use metres.', 'Name sources.']) expect(report).toContain(line)
    expect(report).not.toContain('Be kind.')
    expect(report).not.toContain('without their text')
  }
})

it('that differ only in dates have not changed', async () => {
  for (const report of await reportsOf('Be kind.\nToday is 1 May 2026.', 'Be kind.\nToday is 2 May 2026.'))
    expect(report).not.toContain('Today is')
})

it('that are long are shown where they differ', async () => {
  const long = 'So it is. '.repeat(100)
  for (const report of await reportsOf(`${long}Be short.`, `${long}Be long.`)) {
    expect(report).toContain('Be short.')
    expect(report).toContain('Be long.')
    expect(report).not.toContain(long)
  }
  const many = Array.from({ length: 20 }, (_, at) => `Rule ${at}.`).join('\n')
  for (const report of await reportsOf('', many)) expect(report).toContain('11 more lines changed.')
})

it('are shown in full in a narrow terminal', async () => {
  const start = 'Answer in one or two sentences, and whatever is asked, always use the tools '
  const [baseline, run] = [await runWith(`${start}first.`), await runWith(`${start}last.`)]
  const material = { run, baseline, summaries: summarise(run), comparisons: compareRuns(baseline, run) }
  const report = runReport.terminal(material, { width: 60 }).replace(/\s+/g, ' ')
  expect(report).toContain(`− ${start}first. + ${start}last.`)
})

it('that are very long are known by their hash', async () => {
  for (const report of await reportsOf('Be kind.', 'x'.repeat(20_001)))
    expect(report).toContain('recorded as a hash, without their text')
})
