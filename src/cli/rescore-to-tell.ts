import { relative } from 'node:path'

/** What `verdict rescore` has to be told of the scorers. */
export interface ScoredBy {
  readonly config?: string | undefined
  readonly judge?: string | undefined
  readonly scorer?: readonly string[] | undefined
}

interface Scored {
  /** Whole paths; undefined where a run is not kept. */
  readonly baselineFile: string | undefined
  readonly file: string | undefined
  readonly scoredBy?: ScoredBy
}

const quoted = (text: string) => (/^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** The command that scores the answers of a baseline as those of a run were; undefined where it is in no file. */
export function remedyFor({ baselineFile, file, scoredBy = {} }: Scored, folder: string): string | undefined {
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
