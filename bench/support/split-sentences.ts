/** Enough for the plain sentences of the benchmark's answers. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+/)
}
