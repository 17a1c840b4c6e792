import type { GateOutcome } from '../../../evaluation/gates/gate.ts'
import { pageBlocks } from '../../../report/document/html.ts'
import { markdownBlocks, markdownDocument } from '../../../report/document/markdown.ts'
import { terminalDocument, terminalTitle } from '../../../report/document/terminal.ts'
import { renderPage } from '../../../report/html/layout.ts'
import { reportMark } from '../../../report/report-formats.ts'
import { longestSummary } from '../../../report/run/markdown.ts'
import { terminalJson } from '../../../report/safe-text.ts'
import { readTerminalOptions, type TerminalOptions } from '../../../report/terminal/options.ts'
import type { RunEnd } from '../../../run/record.ts'
import type { PreferenceByPeople } from '../../labels/estimates/preferences-by-people.ts'
import type { PreferenceComparison } from '../compare-pairs.ts'
import { pairsLead, pairsSections } from './document.ts'
import type { PairsMaterial } from './sentences.ts'

const title = 'Which answers people prefer'

export interface FoundPairs {
  readonly material: PairsMaterial
  readonly gates: readonly GateOutcome[]
}

/** Reports pairs in each format. Text of others creates no link, image, mark-up or control character. */
export const pairsReport = {
  terminal({ material, gates }: FoundPairs, options: TerminalOptions = {}): string {
    const { screen } = readTerminalOptions(options)
    const sections = pairsSections(material, gates)
    return terminalDocument(terminalTitle(title, screen), pairsLead(material), sections, screen)
  },

  markdown({ material, gates }: FoundPairs): string {
    const head = [`## ${title}`, ...markdownBlocks(pairsLead(material))].join('\n\n')
    return markdownDocument(head, pairsSections(material, gates), longestSummary)
  },

  /** Returns one self-contained page, with both answers of each pair side by side. */
  html: ({ material, gates }: FoundPairs): string =>
    renderPage({
      title,
      lead: pageBlocks(pairsLead(material)),
      sections: pairsSections(material, gates).map(({ id, title, blocks }) => ({
        id,
        title,
        body: pageBlocks(blocks),
      })),
    }),

  /** Has the shape of {@link JsonPairsReport}, without the answers, which are in the run files. */
  json: (found: FoundPairs): string => terminalJson(pairsObject(found)),
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

interface JsonPairs extends Omit<PreferenceComparison, 'run'> {
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
  comparisons: comparisons.map(({ run: { header, end }, ...comparison }) => ({
    ...comparison,
    run: header.id,
    judge: header.scorers[0]?.basis?.judge,
    status: end?.status ?? 'interrupted',
    ...(people?.[header.id] === undefined ? {} : { people: people[header.id] }),
  })),
})
