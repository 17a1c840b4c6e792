import type { PageData, PageItem } from './types.ts'

/** Copies all of an item's answers as JSON, and says on the button whether it did. */
export async function copyAnswer(
  { runs, scorers }: PageData,
  { answers, ...asked }: PageItem,
  button: HTMLButtonElement,
): Promise<void> {
  const named = answers.map((answer, run) => {
    const { name, label, model, instructions } = runs[run] ?? {}
    const scores = answer?.scores.map((score, index) => ({ scorer: scorers[index]?.id, ...score }))
    return answer && { run: name ?? label, model, instructions, ...answer, scores }
  })
  const text = JSON.stringify({ ...asked, answers: named }, undefined, 2)
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
  button.textContent = isCopied ? 'Copied' : 'Not copied: the browser refuses'
}
