/**
 * Makes the JSON schemas of the package out of the types that users have, with their doc comments, so that an editor
 * shows what a field is.
 *
 *     npm run build:schemas
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createGenerator, type Schema } from 'ts-json-schema-generator'

const repository = fileURLToPath(new URL('../', import.meta.url))

/** @param open Whether fields may come that the schema does not know. */
function schemaOf(path: string, type: string, { open }: { open: boolean }): Schema {
  const generator = createGenerator({
    path: `${repository}src/${path}`,
    tsconfig: `${repository}tsconfig.json`,
    skipTypeCheck: true,
    topRef: false,
    additionalProperties: open,
  })
  return generator.createSchema(type)
}

/** Holds the schema of a row, since a validator that knows one file cannot find another. */
function arrayOf({ $schema, definitions, ...row }: Schema): object {
  const items = { $ref: '#/definitions/EvaluationItem' }
  return { $schema, type: 'array', minItems: 1, items, definitions: { ...definitions, EvaluationItem: row } }
}

/** The files by their names. */
export function makeSchemas(): Record<string, string> {
  const row = schemaOf('evaluation/dataset/item.ts', 'EvaluationItem', { open: false })
  const schemas = {
    'dataset.json': arrayOf(row),
    'row.json': row,
    'report.json': schemaOf('report/json-report.ts', 'JsonReport', { open: true }),
    'pairs.json': schemaOf('features/pairs/report/reports.ts', 'JsonPairsReport', { open: true }),
  }
  const write = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, write(schema)]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(`${repository}schemas`, { recursive: true })
  for (const [name, text] of Object.entries(makeSchemas()))
    writeFileSync(`${repository}schemas/${name}`, text)
}
