/** Enough to understand "the second one"; more would cost tokens on every call. */
const maximumTurns = 10
const maximumCharacters = 6_000

/** The latest turns of a conversation, as a judge is shown them: at most 10, and at most 6,000 characters. */
export function recentTurns(
  conversation: readonly { readonly role: string; readonly text: string }[],
): { role: string; text: string }[] {
  const turns: { role: string; text: string }[] = []
  let characters = 0
  for (const { role, text } of conversation.slice(-maximumTurns).reverse()) {
    characters += text.length
    if (characters > maximumCharacters) break
    turns.unshift({ role, text })
  }
  return turns
}
