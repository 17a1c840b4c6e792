/** The beginning of every report, which marks it as a file that a later report may replace. */
export const reportMark = 'mastra-verdict report'
/** The same in Markdown and XML, invisible to readers. */
export const markComment = `<!-- ${reportMark} -->`

/** The maximum length of a beginning, in characters. */
export const markWithin = 512

export interface ReportFiles {
  /** A self-contained page. */
  html?: string
  /** Markdown, for example for the summary of a GitHub workflow step. */
  markdown?: string
  /** JUnit XML, for CI servers. */
  junit?: string
  json?: string
}

export type ReportFormat = keyof ReportFiles

export const formats: Readonly<
  Record<
    ReportFormat,
    {
      readonly name: string
      /** Of a file whose extension is enough to select the format. */
      readonly ending?: string
      /** The description of such a file in help. Default: its extension. */
      readonly help?: string
      /** Matches the beginning of a report of this project. */
      readonly beginning: RegExp
    }
  >
> = {
  html: {
    name: 'HTML',
    ending: '.html',
    beginning: new RegExp(
      `^<!doctype html>\\s<html [^>]*>\\s<head>\\s<meta charset="utf-8">\\s<meta name="generator" content="${reportMark}">`,
    ),
  },
  markdown: { name: 'Markdown', ending: '.md', beginning: new RegExp(`^${markComment}`) },
  junit: {
    name: 'JUnit',
    ending: '.xml',
    help: '.xml (JUnit)',
    beginning: new RegExp(`^<\\?xml [^>]*>\\s${markComment}`),
  },
  json: { name: 'JSON', beginning: new RegExp(`^\\{\\s+"kind": "${reportMark}"`) },
}

export const formatNames = Object.keys(formats) as ReportFormat[]

/**
 * Tells whether a text is a report of this project, in this format.
 *
 * @param beginning The first `markWithin` characters are enough.
 */
export const isReport = (format: ReportFormat, beginning: string): boolean =>
  formats[format].beginning.test(beginning.replaceAll('\r\n', '\n'))

export function formatOfFile(file: string): ReportFormat | undefined {
  return formatNames.find((name) => {
    const { ending } = formats[name]
    return ending !== undefined && file.toLowerCase().endsWith(ending)
  })
}
