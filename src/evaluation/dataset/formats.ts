/** Formats by file extension. */
export const datasetFormats: Readonly<Record<string, 'jsonl' | 'json' | 'csv'>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
}
