/** What every report begins with, so that a later one may take its place, and the place of nothing else. */
export const reportMark = 'mastra-verdict report'
/** The same in Markdown and XML, where nobody is shown it. */
export const markComment = `<!-- ${reportMark} -->`

/** The most characters that a beginning takes. */
export const markWithin = 512

interface Format {
  readonly name: string
  /** Of a file whose name is enough to ask for the format. */
  readonly ending?: string
  /** What help says of such a file. Default: its ending. */
  readonly help?: string
  /** What a report of this project begins with. */
  readonly beginning: RegExp
}

/** The formats of reports that are written to files, in the order in which they are written. */
const known = {
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
} satisfies Record<string, Format>

export type ReportFormat = keyof typeof known

export const formats: Readonly<Record<ReportFormat, Format>> = known

export const formatNames = Object.keys(formats) as ReportFormat[]

/** Format to the file that it is written to. */
export type ReportFiles = { readonly [Name in ReportFormat]?: string }

/**
 * Whether a text is a report of this project, in this format.
 *
 * @param beginning The first `markWithin` characters are enough.
 */
export const isReport = (format: ReportFormat, beginning: string): boolean =>
  formats[format].beginning.test(beginning.replaceAll('\r\n', '\n'))

/** The format of a file by its name; undefined for a name that says none. */
export function formatOfFile(file: string): ReportFormat | undefined {
  return formatNames.find((name) => {
    const { ending } = formats[name]
    return ending !== undefined && file.toLowerCase().endsWith(ending)
  })
}
