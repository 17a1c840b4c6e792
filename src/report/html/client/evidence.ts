import { createElement } from '../../../page/client/elements.ts'
import { cutAt } from '../../../shared/cut-at.ts'
import { badge, paragraph, verdictLevel } from './elements.ts'
import { searchText } from './select-items.ts'
import { cutText, type Range } from './text-difference.ts'
import type { PageAnswer, PageRun, PageScore, PageTool } from './types.ts'

/**
 * Shows the evidence that a score can be checked against, folded: the context that the judge saw, with the
 * pieces that decided, the tool calls, the agent's instructions, the judge's prompts and replies.
 *
 * @returns Nothing if none of it is known.
 */
export function evidence(
  record: PageScore | null | undefined,
  { tools = [], context: given = [] }: Pick<PageAnswer, 'tools' | 'context'>,
  { model, instructions }: Partial<PageRun> = {},
): HTMLElement[] {
  const { context = [], prompts = [], turns = [] } = record ?? {}
  const isRead = [{ context }, ...turns].some((one) => one.context && one.context.length > 0)
  const about = [
    ...(model === undefined ? [] : [createElement('p', 'soft', `Model: ${model}`)]),
    ...(instructions === undefined ? [] : [paragraph(instructions)]),
  ]
  return [
    ...part(
      plural(context.length, 'piece of context', 'pieces of context'),
      context.map((piece, index) => contextPiece(piece, `c${index + 1}`, record)),
    ),
    // Without the numbers of reasons: the scorer may have read another context, or none.
    ...part(
      plural(given.length, 'piece of the item’s context', 'pieces of the item’s context'),
      isRead ? [] : given.map((words) => paragraph(words)),
    ),
    ...part(plural(tools.length, 'tool call'), tools.map(toolCall)),
    ...part('System prompt and model', about),
    ...part(
      plural(prompts.length, 'prompt of the judge', 'prompts of the judge'),
      prompts.flatMap(({ asked, replied }) => [
        paragraph(asked),
        ...(replied === undefined ? [] : [createElement('h5', {}, 'Reply'), paragraph(replied)]),
      ]),
    ),
  ]
}

/** Shows, folded, the system prompts that have all the words: every answer of such a run was given under it. */
export function promptsWith(runs: readonly PageRun[], words: readonly string[]): HTMLElement[] {
  return runs.flatMap(({ label, instructions }) => {
    const shown = searchText(instructions)
    if (instructions === undefined || words.length === 0 || !words.every((word) => shown.includes(word)))
      return []
    return part(`The system prompt${label && ` (${label})`} has these words`, [paragraph(instructions)])
  })
}

/** Opens a piece of context, next to the verdict that rests on it. */
export function showPiece(panel: HTMLElement, id: string): void {
  const piece = panel.querySelector<HTMLDetailsElement>(`[data-piece="${CSS.escape(id)}"]`)
  const part = piece?.closest<HTMLDetailsElement>('.evidence')
  if (!piece || !part) return
  part.open = true
  piece.open = true
  piece.querySelector('summary')?.focus()
}

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const part = (title: string, contents: readonly HTMLElement[]): HTMLElement[] =>
  contents.length === 0
    ? []
    : [createElement('details', 'evidence', createElement('summary', {}, title), ...contents)]

/** A piece under the name that reasons give it, open if a verdict rests on it. */
function contextPiece(piece: string, id: string, record: PageScore | null | undefined): HTMLElement {
  const resting = (record?.verdicts ?? []).flatMap((verdict, index) =>
    verdict.restsOn === id ? [{ verdict, number: index + 1 }] : [],
  )
  const badges = resting.flatMap(({ verdict, number }) => {
    const { level, icon } = verdictLevel(verdict)
    return [' ', badge(level, `decides ${number} ${icon}`)]
  })
  const quoted = quotedIn(
    resting.map(({ verdict }) => verdict.reason ?? ''),
    piece,
  )
  const words = cutText(piece, 0, quoted).map((one) =>
    one.isChanged ? createElement('mark', { 'data-level': 'neutral' }, one.text) : one.text,
  )
  const beginning = piece.length > 80 ? `${cutAt(piece, 80)}…` : piece
  return createElement(
    'details',
    { class: 'piece', 'data-piece': id, open: resting.length > 0 },
    createElement(
      'summary',
      { dir: 'auto' },
      createElement('strong', {}, id),
      ...badges,
      createElement('span', 'soft', ` ${beginning}`),
    ),
    createElement('p', { class: 'text', dir: 'auto' }, ...words),
  )
}

/** Finds the words of a piece that the judge quotes in its reasons, in order. */
function quotedIn(reasons: readonly string[], piece: string): Range[] {
  const quotes = reasons.flatMap((reason) =>
    [...reason.matchAll(/["“„«]([^"“”„«»]{2,})["”“»]/gu)].flatMap(([, quote = '']) => {
      const start = piece.toLowerCase().indexOf(quote.toLowerCase())
      return start < 0 ? [] : [{ start, end: start + quote.length }]
    }),
  )
  const sorted = quotes.sort((one, other) => one.start - other.start)
  return sorted.filter(({ start }, index) => start >= (sorted[index - 1]?.end ?? 0))
}

function toolCall(tool: PageTool): HTMLElement {
  const { name, outcome, result, took } = tool
  return createElement(
    'details',
    'piece',
    createElement(
      'summary',
      { dir: 'auto' },
      createElement('strong', {}, name),
      ...(outcome === 'answered' ? [] : [' ', badge('bad', outcome)]),
      ...(took === undefined ? [] : [createElement('span', 'soft', ` ${took}`)]),
      createElement('span', 'soft', ` ${cutAt(tool.arguments ?? '', 80)}`),
    ),
    createElement('h5', {}, 'Arguments'),
    paragraph(tool.arguments ?? 'None.'),
    createElement('h5', {}, `Result${took === undefined ? '' : `, after ${took}`}`),
    paragraph(result ?? 'None.'),
  )
}
