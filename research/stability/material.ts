/** Answers of the calibration data and the docs questions, as a scorer gets them. */
import { readFileSync } from 'node:fs'

export interface Material {
  /** Of the data that it comes from. */
  readonly set: string
  readonly question?: string
  /** The answer, a sentence each. */
  readonly sentences: readonly string[]
  readonly context?: readonly string[]
  readonly groundTruth?: string
}

interface Row {
  readonly input?: string
  readonly output?: string
  readonly statement?: string
  readonly context?: readonly string[]
  readonly groundTruth?: string | readonly string[]
}

const data = new URL('../../datasets/', import.meta.url)

function rowsOf(file: string): Row[] {
  return readFileSync(new URL(`${file}.jsonl`, data), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

/** With a full stop, so that it is a sentence in prose as well as on a line of its own. */
function sentence(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  return /[.!?]["'”’)]?$/.test(trimmed) ? trimmed : `${trimmed}.`
}

/** The statements about one question, or one context, as one answer. */
function answersOf(
  file: string,
  keyOf: (row: Row) => string,
): { readonly row: Row; readonly sentences: string[] }[] {
  const answers = new Map<string, { row: Row; sentences: string[] }>()
  for (const row of rowsOf(`calibration/${file}`)) {
    const answer = answers.get(keyOf(row)) ?? { row, sentences: [] }
    answers.set(keyOf(row), answer)
    answer.sentences.push(sentence(row.statement ?? ''))
  }
  return [...answers.values()]
}

export function relevanceMaterial(): Material[] {
  const calibration = ['agent-style', 'epqa', 'clapnq'].flatMap((set) =>
    answersOf(`statement-relevance-${set}`, ({ input = '' }) => input).map(({ row, sentences }) => ({
      set,
      question: row.input,
      sentences,
    })),
  )
  const docs = rowsOf('docs-questions').map(({ input, groundTruth = '' }) => ({
    set: 'docs questions',
    question: input,
    sentences: String(groundTruth)
      .split(/(?<=[.!?]) (?=[A-Z])/)
      .map(sentence),
  }))
  return [...calibration, ...docs]
}

export function supportMaterial(): Material[] {
  return ['agent-style', 'realsumm-scu', 'fm2'].flatMap((set) =>
    answersOf(`faithfulness-${set}`, ({ context }) => JSON.stringify(context)).map(({ row, sentences }) => ({
      set,
      sentences,
      context: row.context,
    })),
  )
}

/** Answers that are one sentence: the judge takes longer ones as a whole, and so does the scorer. */
export function equivalenceMaterial(): Material[] {
  return rowsOf('calibration/answer-equivalence-evouna').map(({ input, output = '', groundTruth = '' }) => ({
    set: 'evouna',
    question: input,
    sentences: [sentence(output)],
    groundTruth: [groundTruth].flat()[0],
  }))
}
