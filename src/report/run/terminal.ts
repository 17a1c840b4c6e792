import { type Block, type Section, sentence, sentences } from '../document/blocks.ts'
import { type Screen, terminalDocument, terminalTitle } from '../document/terminal.ts'
import { terminalText } from '../safe-text.ts'
import { wrap } from '../terminal/draw-table.ts'
import { readTerminalOptions, type TerminalOptions } from '../terminal/options.ts'
import { runHeading, runNotices, runSections } from './document.ts'
import { type Headline, makeHeadline } from './headline.ts'
import { type ReportMaterial, readMaterial } from './material.ts'
import { combineGates, outcomeTitle } from './outcome-title.ts'

/**
 * Shows a run as text for a terminal: scores, comparison, items that moved most, worst answers, failures, what was not
 * scorable and why, gates and the result. Text of others in it has no control characters, so that an answer cannot
 * control the terminal.
 *
 * @throws TypeError if an option is invalid or the parts of the material contradict each other.
 */
export function terminalReport(given: ReportMaterial, options: TerminalOptions = {}): string {
  const { screen, examples } = readTerminalOptions(options)
  const material = readMaterial(given)
  const lead = [sentence(runHeading(material)), ...runNotices(material)]
  return terminalRuns(makeHeadline(material), lead, runSections(material, { examples }), [material], screen)
}

/** Shows the main findings, all sections, and the result by gates last, since a terminal is read from its end. */
export function terminalRuns(
  headline: Headline,
  lead: readonly Block[],
  sections: readonly Section[],
  materials: readonly ReportMaterial[],
  screen: Screen,
): string {
  const gatesLast = [
    ...sections.filter(({ id }) => id !== 'gates'),
    ...sections.filter(({ id }) => id === 'gates'),
  ]
  const outcome = sentences(combineGates(materials)?.sentence).map(({ text }) => terminalTitle(text, screen))
  const head = [...outcomeText(materials, screen), headlineText(headline, screen)].join('\n')
  return terminalDocument(head, lead, gatesLast, screen, outcome)
}

/** Says why the runs do not pass, or what failed in them, before anything else. */
function outcomeText(materials: readonly ReportMaterial[], { width, paint }: Screen): string[] {
  const found = outcomeTitle(materials)
  if (found === undefined) return []
  const color = found.result === 'failed' ? 'red' : 'yellow'
  return [paint('bold', paint(color, wrap(terminalText(found.title), width)))]
}

const stateColor = {
  better: 'green',
  worse: 'red',
  same: 'green',
  'cannot tell': 'yellow',
  none: 'bold',
} as const

/** Shows the main findings, and the command that resolves an inconclusive result. */
function headlineText({ title, state, sentences, remedy }: Headline, { width, paint }: Screen): string {
  return [
    paint('bold', paint(stateColor[state], wrap(terminalText(title), width))),
    ...(sentences.length === 0 ? [] : [wrap(terminalText(sentences.join(' ')), width)]),
    // One line whatever its length, for copying.
    ...(remedy === undefined ? [] : [`To find out: ${terminalText(remedy)}`]),
  ].join('\n')
}
