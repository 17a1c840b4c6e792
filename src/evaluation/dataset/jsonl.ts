import { readLines } from '../lines.ts'
import type { Row } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'

/** Rows of a JSONL file: one JSON value a line, blank lines left out. The file is read as a stream. */
export async function* readJsonl(file: string): AsyncGenerator<Row> {
  for await (const { text, number, ended } of readLines(file)) {
    if (text.trim() === '') continue
    yield { value: parseLine(text, file, number, ended), line: number }
  }
}

function parseLine(text: string, source: string, line: number, ended: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const advice = ended
      ? 'write one JSON object a line'
      : 'the last line is cut off; complete it or remove it'
    throw new DatasetError({
      source,
      line,
      message: `is not JSON (${(cause as Error).message}): ${advice}`,
      cause,
    })
  }
}
