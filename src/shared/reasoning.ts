/** The marks that open models put around reasoning in a reply, if no server removes it. */
const names =
  '(?:\\w{1,20}:)?(?:think|thinking|thought|thoughts|reason|reasoning|reflection|scratchpad|antThinking)'
const opened = String.raw`<${names}(?:\s[^<>]{0,100})?>|\[THINK\]|◁think▷|<\|(?:start|begin)_(?:of_)?(?:thinking|thought)\|>`
const ended = String.raw`</${names}\s{0,9}>|\[/THINK\]|◁/think▷|<\|end_(?:of_)?(?:thinking|thought)\|>`
/** Marks that only models write. */
const ofModels = /^(?:<\/?(?:\w{1,20}:)?(?:think|thinking|antThinking)\b|\[\/?THINK\]|◁|<\|)/i
const marked = new RegExp(`${opened}|${ended}`, 'i')
const closing = new RegExp(ended, 'gi')
const fence = '`{3,}|^[ \\t]{0,9}~{3,}'
const inLine = '``[^`\\n]{1,500}``|`[^`\\n]{1,500}`'
const mark = new RegExp(`(?<fence>${fence})|(?<code>${inLine})|(?<end>${ended})|${opened}`, 'gim')

/** gpt-oss: `<|channel|>analysis<|message|>…<|end|><|start|>assistant<|channel|>final<|message|>…`. */
const channel = /<\|channel\|>/
const finalChannel = /^[\s\S]*<\|channel\|>\s*final(?:[^<]|<\|constrain\|>){0,100}<\|message\|>/i
/** The same after a server removed the marks: `analysis…assistantfinal…`. */
const barelyFinal = /^\s*analysis(?! )[\s\S]*assistantfinal/
const channelEnd = /<\|(?:end|return)\|>\s*$/

function inFinalChannel(text: string): string | undefined {
  const before = (finalChannel.exec(text) ?? barelyFinal.exec(text))?.[0]
  if (before !== undefined) return text.slice(before.length).replace(channelEnd, '')
  return channel.test(text) ? '' : undefined
}

export const hasReasoning = (text: string): boolean =>
  channel.test(text) || barelyFinal.test(text) || marked.test(text)

/**
 * Returns candidates for the reply after the reasoning, which may itself quote an end mark: the text after the first
 * end mark, then after the last. Without one, the whole text.
 */
export function afterReasoning(text: string): string[] {
  const reply = inFinalChannel(text) ?? text
  const ends = Array.from(reply.matchAll(closing), ({ 0: tag, index }) => index + tag.length)
  const [first, last = first] = [ends[0], ends.at(-1)]
  const starts = first === undefined ? [0] : [...new Set([first, last])]
  return starts.map((start) => reply.slice(start).trim())
}

/**
 * Removes reasoning from a model's text: each block between two tags, an unclosed block at the beginning, and
 * everything before an end tag that has no start. Tags within code belong to the text.
 */
export function withoutReasoning(text: string): { readonly reasoning: string; readonly text: string } {
  if (!hasReasoning(text)) return { reasoning: '', text }
  const final = inFinalChannel(text)
  if (final !== undefined) return { reasoning: text.slice(0, text.length - final.length), text: final }
  const kept: string[] = []
  const thought: string[] = []
  const marks = new RegExp(mark)
  const ends = new RegExp(closing)
  let from = 0
  let openFence: string | undefined
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const { fence, code, end } = found.groups ?? {}
    if (fence !== undefined) {
      if (openFence === undefined) openFence = fence.trim()
      else if (fence.trim().startsWith(openFence)) openFence = undefined
    }
    if (fence !== undefined || code !== undefined || openFence !== undefined) continue
    const isAmid = (kept.join('') + text.slice(from, found.index)).trim() !== ''
    if (isAmid && !ofModels.test(found[0])) {
      // An answer may mention <reason> or <thought>: only at its beginning are they the model's own.
      ends.lastIndex = marks.lastIndex
      if (end === undefined && ends.test(text)) marks.lastIndex = ends.lastIndex
    } else if (end !== undefined) {
      kept.length = 0
      thought.splice(0, thought.length, text.slice(0, marks.lastIndex))
      from = marks.lastIndex
    } else {
      // Reasoning may contain unclosed code.
      ends.lastIndex = marks.lastIndex
      const isEnded = ends.test(text)
      if (!isEnded && isAmid) break
      marks.lastIndex = isEnded ? ends.lastIndex : text.length
      kept.push(text.slice(from, found.index))
      if (/\S/.test(text[found.index - 1] ?? '') && /\S/.test(text[marks.lastIndex] ?? '')) kept.push(' ')
      thought.push(text.slice(found.index, marks.lastIndex))
      from = marks.lastIndex
    }
    if (from >= text.length) break
  }
  kept.push(text.slice(from))
  return { reasoning: thought.join('\n'), text: kept.join('') }
}
