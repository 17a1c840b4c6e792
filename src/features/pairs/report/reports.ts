import type { GateOutcome, Inconclusive } from '../../../evaluation/gates/gate.ts'
import { runOutcome } from '../../../evaluation/gates/run-outcome.ts'
import { html } from '../../../page/markup.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { markdownBlocks, markdownDocument } from '../../../report/document/markdown.ts'
import { terminalDocument, terminalTitle } from '../../../report/document/terminal.ts'
import { renderPage } from '../../../report/html/layout.ts'
import { reportMark } from '../../../report/report-formats.ts'
import { gateTitle } from '../../../report/run/gate-list.ts'
import { longestSummary } from '../../../report/run/markdown.ts'
import { markdownText, terminalJson } from '../../../report/safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../../../report/terminal/options.ts'
import type { RunEnd } from '../../../run/record.ts'
import { capitalised } from '../../../shared/capitalised.ts'
import type { PreferenceByPeople } from '../../labels/estimates/preferences-by-people.ts'
import type { PreferenceComparison } from '../compare-pairs.ts'
import { pairsLead, pairsSections } from './document.ts'
import type { PairsMaterial } from './sentences.ts'

const title = 'Preferences of the judge'

export interface FoundPairs {
  readonly material: PairsMaterial
  readonly gates: readonly GateOutcome[]
  /** The effect of inconclusive gates. Default 'fail'. */
  readonly inconclusive?: Inconclusive
}

type Pairs = FoundPairs | readonly PreferenceComparison[]

/** What `comparePairs` returns has no gates and people beside it. */
const readFound = (found: Pairs): FoundPairs =>
  'material' in found ? found : { material: { comparisons: found, names: found[0]?.names ?? {} }, gates: [] }

/** Says first why the pairs do not pass, as reports of runs do. */
function headingOf({ gates, inconclusive }: FoundPairs): string {
  const { result, ends } = runOutcome(gates, inconclusive)
  const causes = ends === 'passed' ? [] : gates.filter((gate) => gate.result === result).map(gateTitle)
  return causes.length === 0 ? title : capitalised(`${result}: ${[...new Set(causes)].join('; ')}`)
}

/** Sums up the gates; empty without any. */
const outcomeOf = ({ gates, inconclusive }: FoundPairs): string[] =>
  gates.length === 0 ? [] : [runOutcome(gates, inconclusive).sentence]

/** Reports pairs, as `comparePairs` returns them, in each format. Text of others creates no link, image, mark-up or control character. */
export const pairsReport = {
  terminal(given: Pairs, options: TerminalOptions = {}): string {
    const found = readFound(given)
    const { material, gates } = found
    const { screen } = readTerminalOptions(options)
    const heading = terminalTitle(headingOf(found), screen)
    const outcome = outcomeOf(found).map((text) => terminalTitle(text, screen))
    return terminalDocument(heading, pairsLead(material), pairsSections(material, gates), screen, outcome)
  },

  markdown(given: Pairs): string {
    const found = readFound(given)
    const { material, gates } = found
    const outcome = outcomeOf(found).map((text) => `**${markdownText(text)}**`)
    const heading = `## ${markdownText(headingOf(found))}`
    const head = [...outcome, heading, ...markdownBlocks(pairsLead(material))].join('\n\n')
    return markdownDocument(head, pairsSections(material, gates), longestSummary)
  },

  /** Returns one self-contained page, with both answers of each pair side by side. */
  html(given: Pairs): string {
    const found = readFound(given)
    return renderPage({
      title,
      heading: headingOf(found),
      lead: pageBlocks(pairsLead(found.material)),
      sections: pairsSections(found.material, found.gates).map(({ id, title, blocks }) => ({
        id,
        title,
        body: html`${id === 'gates' ? html`<p class="soft">${outcomeOf(found)}</p>` : ''}${pageBlocks(blocks)}`,
      })),
    })
  },

  /** Has the shape of {@link JsonPairsReport}, without the answers, which are in the run files. */
  json: (given: Pairs): string => terminalJson(pairsObject(readFound(given))),
}

/** The result of pairs as JSON. Existing fields stay the same within a version. */
export interface JsonPairsReport {
  readonly kind: typeof reportMark
  readonly version: 1
  /** Run id to name. */
  readonly names: Readonly<Record<string, string>>
  readonly gates: readonly GateOutcome[]
  readonly comparisons: readonly JsonPairs[]
}

interface JsonPairs extends Omit<PreferenceComparison, 'run' | 'names'> {
  /** Id of the run of pairs. */
  readonly run: string
  readonly judge?: string
  /** How the run of pairs ended. */
  readonly status: RunEnd['status'] | 'interrupted'
  /** Absent if nobody labelled pairs. */
  readonly people?: PreferenceByPeople
}

const pairsObject = ({ material: { comparisons, names, people }, gates }: FoundPairs): JsonPairsReport => ({
  kind: reportMark,
  version: 1,
  names,
  gates,
  comparisons: comparisons.map(({ run: { header, end }, names: _, ...comparison }) => ({
    ...comparison,
    run: header.id,
    judge: header.scorers[0]?.basis?.judge,
    status: end?.status ?? 'interrupted',
    ...(people?.[header.id] === undefined ? {} : { people: people[header.id] }),
  })),
})
