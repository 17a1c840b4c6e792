import { extname } from 'node:path'

/** The formats of dataset files, with their extensions. The first extension of each is the usual one. */
const known = {
  jsonl: { name: 'JSONL', endings: ['.jsonl', '.ndjson'] },
  json: { name: 'JSON', endings: ['.json'] },
  csv: { name: 'CSV', endings: ['.csv', '.tsv'] },
} as const

export const datasetFormats = Object.keys(known) as (keyof typeof known)[]

const all = datasetFormats.map((format) => known[format])
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

export const datasetEndings: readonly string[] = all.flatMap(({ endings }) => endings)

/** 'JSONL, JSON or CSV' */
export const datasetFormatNames = alternatives.format(all.map(({ name }) => name))

/** '.jsonl, .json or .csv' */
export const usualDatasetEndings = alternatives.format(all.map(({ endings: [usual] }) => usual))

export const findDatasetFormat = (file: string) =>
  datasetFormats.find((format) =>
    known[format].endings.some((ending) => ending === extname(file).toLowerCase()),
  )

/** 'questions.jsonl' becomes 'questions'. */
export const withoutDatasetEnding = (name: string): string =>
  findDatasetFormat(name) === undefined ? name : name.slice(0, -extname(name).length)
