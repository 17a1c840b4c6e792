/** By the ending of a file's name. */
export const datasetFormats: Readonly<Record<string, 'jsonl' | 'json' | 'csv'>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
}
