/** How open models write their thoughts into the reply, where no server takes them out. */
const names = 'think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad'
const closing = new RegExp(`</(?:${names})>`, 'gi')
const mark = new RegExp(`\`\`\`|<(/?)(?:${names})>`, 'gi')

/** What gpt-oss says: `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…`. */
const channel = /<\|channel\|>/
const finalChannel = /^[\s\S]*<\|channel\|>\s*final(?:[^<]|<\|constrain\|>){0,100}<\|message\|>/i
const channelEnd = /<\|(?:end|return)\|>\s*$/

/** What a text in channels says in its final one; undefined where it has no channels. */
function inFinalChannel(text: string): string | undefined {
  if (!channel.test(text)) return undefined
  const before = finalChannel.exec(text)?.[0]
  return before === undefined ? '' : text.slice(before.length).replace(channelEnd, '')
}

/** Whether thoughts stand in a text, be they closed, begun or in a channel. */
export const hasReasoning = (text: string): boolean =>
  channel.test(text) || new RegExp(`</?(?:${names})>`, 'i').test(text)

/**
 * What may follow the thoughts in a reply, which may quote what ends thoughts: behind the first end, then behind the
 * last. Where nothing ends, the whole.
 */
export function afterReasoning(text: string): string[] {
  const reply = inFinalChannel(text) ?? text
  const ends = Array.from(reply.matchAll(closing), ({ 0: tag, index }) => index + tag.length)
  const [first, last = first] = [ends[0], ends.at(-1)]
  const starts = first === undefined ? [0] : [...new Set([first, last])]
  return starts.map((start) => reply.slice(start).trim())
}

/**
 * Takes out of a prose what is thought: between tags at the beginning of a line, from one that the text begins with and
 * that nothing ends, and before an end without a beginning that begins or ends its line. Tags in code, or within a sentence, are
 * what the text is about.
 */
export function withoutReasoning(text: string): {
  readonly reasoning: string
  readonly text: string
} {
  if (!hasReasoning(text)) return { reasoning: '', text }
  const final = inFinalChannel(text)
  if (final !== undefined) return { reasoning: text.slice(0, text.length - final.length), text: final }
  const kept: string[] = []
  const thought: string[] = []
  let from = 0
  let opened: number | undefined
  let isCode = false
  const cut = (start: number, end: number) => {
    kept.push(text.slice(from, start))
    thought.push(text.slice(start, end))
    from = end
  }
  for (const { 0: tag, 1: slash, index } of text.matchAll(mark)) {
    const end = index + tag.length
    if (slash === undefined) isCode = opened === undefined && !isCode
    if (slash === undefined || isCode) continue
    const beginsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, index - 40), index))
    const endsLine = /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 40))
    if (slash === '') opened ??= beginsLine ? index : undefined
    else if (opened !== undefined) {
      cut(opened, end)
      opened = undefined
    } else if (thought.length === 0 && (beginsLine || endsLine)) cut(0, end)
  }
  if (opened !== undefined && text.slice(0, opened).trim() === '') cut(opened, text.length)
  kept.push(text.slice(from))
  return { reasoning: thought.join('\n'), text: kept.join('') }
}
