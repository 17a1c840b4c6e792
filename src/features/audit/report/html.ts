import { html, type Markup } from '../../../page/markup.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { formatCount, formatQuantity } from '../../../report/format-numbers.ts'
import { forestPlot, forestRow } from '../../../report/html/charts/row-charts.ts'
import { renderPage } from '../../../report/html/layout.ts'
import { factsAndNumbers, figure } from '../../../report/html/tables-and-figures.ts'
import { whoJudged } from '../../../report/names.ts'
import type { AuditResult } from '../result.ts'
import { auditLead, auditSections } from './document.ts'
import { directionWords, lookedAt, resultMarks } from './sentences.ts'

/**
 * Shows an audit as one self-contained HTML page for people who decide whether to trust a judge: the findings in plain
 * words, each probe with its effect, how often the judge changes its mind, how it agrees with people, and the method.
 * Text of others stays text: it creates no script, image or link.
 */
export function htmlAuditReport(result: AuditResult): string {
  return renderPage({
    title: `Can ${result.scorer.name} be trusted?`,
    lead: lead(result),
    sections: auditSections(result).map(({ id, title, blocks }) => ({
      id,
      title,
      body: html`${id === 'probes' ? probeFigure(result) : ''}${pageBlocks(blocks)}`,
    })),
  })
}

function lead(result: AuditResult): Markup {
  const { run, answers, cost, probes } = result
  const facts = [
    ['Judge', whoJudged(result)],
    ['Run', run.name],
    ['Data', run.dataset],
  ]
  const found = probes.filter((probe) => probe.result === 'found').length
  const numbers = [
    ['Found', formatCount(found), `of ${formatQuantity(lookedAt(probes), 'probe')}`],
    ['Answers', formatCount(answers.drawn), `of ${formatCount(answers.total)}`],
    [
      'Calls',
      formatCount(cost.calls),
      formatQuantity(cost.usage.inputTokens + cost.usage.outputTokens, 'token'),
    ],
  ]
  return html`${factsAndNumbers(facts, numbers)}
${pageBlocks(auditLead(result))}`
}

const colors = {
  bad: 'var(--bad)',
  good: 'var(--good)',
  neutral: 'var(--soft)',
  partly: 'var(--before)',
} as const

function probeFigure(result: AuditResult): Markup | '' {
  const { probes, scorer } = result
  const rows = probes.flatMap(({ title, direction, result, unchanged }) =>
    forestRow(title, unchanged ? { value: direction.value } : direction, colors[resultMarks[result].level]),
  )
  if (rows.length === 0) return ''
  return html`<p class="soft">A fair judge gives the same content the same score, so every point lies on the dashed line, apart from chance.</p>
${figure({
  title: 'Effect of each probe on scores',
  description: probes
    .map(
      (probe) => `${probe.title}: ${resultMarks[probe.result].text}, ${directionWords(probe, scorer.scale)}.`,
    )
    .join(' '),
  draw: (width) => forestPlot({ rows, reach: [], reference: 0 }, width),
})}`
}
