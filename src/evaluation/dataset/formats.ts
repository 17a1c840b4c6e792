export type DatasetFormat = 'jsonl' | 'json' | 'csv'

/** By the ending of a file's name. */
export const datasetFormats: Readonly<Record<string, DatasetFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
}
