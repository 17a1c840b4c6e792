import type { PageAnswer, PageData, PageItem, PageScore, PageTool } from './types.ts'

/** Copies all of an item's answers as JSON, and says on the button whether it did. */
export async function copyAnswer(data: PageData, item: PageItem, button: HTMLButtonElement): Promise<void> {
  const text = JSON.stringify(toCopied(data, item), undefined, 2)
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  button.textContent = isCopied ? 'Copied' : 'Not copied: the browser refuses'
}

/** Names everything as the JSON of `verdict report --only` does, where it is the same thing. */
export function toCopied(
  { runs, scorers }: PageData,
  { id: itemId, answers, metadata: _, ...asked }: PageItem,
) {
  const scoresOf = ({ scores }: PageAnswer) =>
    Object.fromEntries(
      scores.flatMap((score, index) => {
        const { [index]: scorer } = scorers
        return score === null || scorer === undefined ? [] : [[scorer.id, toScore(score)]]
      }),
    )
  const named = answers.map((answer, run) => {
    if (answer === null) return null
    const { name, label, model, instructions } = runs[run] ?? {}
    const { tools, userFailure, failure = userFailure, ...rest } = answer
    const toolCalls = tools?.map(toCall)
    return { run: name ?? label, model, instructions, ...rest, failure, toolCalls, scores: scoresOf(answer) }
  })
  return { itemId, ...asked, answers: named }
}

const toCall = ({ name: toolName, arguments: args, ...call }: PageTool) => ({ toolName, args, ...call })

function toScore({ words, turns, ...score }: PageScore): object {
  const why = score.outcome === 'failed' ? { failure: { message: words } } : { reason: words }
  return { ...score, ...why, turns: turns?.map(toScore) }
}
