import { splitStatements } from '../../src/text/statements/statements.ts'

let statements = 0

/**
 * The statements of an answer, each with a number of its own: the answers of a benchmark come again and again, and
 * the encoder would know their vectors.
 */
export function neverSeen(answer: string): string[] {
  return splitStatements(answer).map(({ text }) => {
    statements += 1
    return `${text} (${statements})`
  })
}
