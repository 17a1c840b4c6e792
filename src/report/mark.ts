/** What every report begins with, so that a later one may take its place, and the place of nothing else. */
export const reportMark = 'mastra-verdict report'
/** The same in Markdown and XML, where nobody is shown it. */
export const markComment = `<!-- ${reportMark} -->`

/** The most characters that a beginning takes. */
export const markWithin = 512

const beginnings = {
  html: new RegExp(
    `^<!doctype html>\\s<html [^>]*>\\s<head>\\s<meta charset="utf-8">\\s<meta name="generator" content="${reportMark}">`,
  ),
  junit: new RegExp(`^<\\?xml [^>]*>\\s${markComment}`),
  markdown: new RegExp(`^${markComment}`),
  json: new RegExp(`^\\{\\s+"kind": "${reportMark}"`),
}

/** Formats of reports that are written to files. */
export type ReportFormat = keyof typeof beginnings

/**
 * Whether a text is a report of this project, in this format.
 *
 * @param beginning The first `markWithin` characters are enough.
 */
export const isReport = (format: ReportFormat, beginning: string): boolean =>
  beginnings[format].test(beginning.replaceAll('\r\n', '\n'))
