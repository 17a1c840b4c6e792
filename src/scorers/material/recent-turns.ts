/** Enough to understand "the second one"; more would cost tokens on every call. */
const maximumTurns = 10
const maximumCharacters = 6_000

/** The latest turns of a conversation, as a judge is shown them: at most 10, and at most 6,000 characters. */
export function recentTurns(
  conversation: readonly { readonly role: string; readonly text: string }[],
): { role: string; text: string }[] {
  const turns: { role: string; text: string }[] = []
  let left = maximumCharacters
  for (const { role, text } of conversation.slice(-maximumTurns).reverse()) {
    if (left <= 0) break
    turns.unshift({ role, text: text.length > left ? `${text.slice(0, left)} […]` : text })
    left -= text.length
  }
  return turns
}
