import { relative } from 'node:path'

/** The scorer options to pass to `verdict rescore`. */
export interface ScoredBy {
  readonly config?: string | undefined
  readonly judge?: string | undefined
  readonly scorer?: readonly string[] | undefined
}

const quoted = (text: string) => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** Returns the command that scores a baseline's answers as a run's were; undefined if the baseline has no file. */
export function remedyFor(
  {
    baselineFile,
    file,
    scoredBy = {},
  }: {
    /** Absolute paths; undefined if a run is not kept. */
    readonly baselineFile: string | undefined
    readonly file: string | undefined
    readonly scoredBy?: ScoredBy
  },
  folder: string,
): string | undefined {
  if (baselineFile === undefined) return undefined
  const from = relative(folder, baselineFile)
  const to = `${from.replace(/\.jsonl$/, '')}-rescored.jsonl`
  const { config, judge, scorer = [] } = scoredBy
  const options = [
    ...(config === undefined ? [] : ['--config', config]),
    ...(judge === undefined ? [] : ['--judge', judge]),
    ...scorer.flatMap((id) => ['--scorer', id]),
    ...['--file', to],
  ]
  const rescore = ['verdict', 'rescore', from, ...options].map(quoted).join(' ')
  if (file === undefined) return rescore
  return `${rescore} && ${['verdict', 'compare', to, relative(folder, file)].map(quoted).join(' ')}`
}
