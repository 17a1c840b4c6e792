import { readFile } from 'node:fs/promises'
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Row } from './dataset.ts'
import { DatasetError } from './dataset-error.ts'

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Rows of a JSON file that holds one list. */
export async function* readJsonList(file: string): AsyncGenerator<Row> {
  const bytes = await readFile(file)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new DatasetError({ source: file, message: 'is not UTF-8 text: save the file as UTF-8', cause })
  }
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [error] = errors
  if (error !== undefined) {
    const message = `is not JSON (${printParseErrorCode(error.error)})`
    throw new DatasetError({ source: file, line: lineAt(text, error.offset), message })
  }
  if (tree?.type !== 'array')
    throw new DatasetError({ source: file, message: 'must hold a list of items: [{ "input": … }, …]' })
  const values = JSON.parse(text) as unknown[]
  let line = 1
  let read = 0
  for (const [index, node] of (tree.children ?? []).entries()) {
    line += text.slice(read, node.offset).split('\n').length - 1
    read = node.offset
    yield { value: values[index], line }
  }
}
