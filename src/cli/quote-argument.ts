/** Returns an argument as a shell reads it: in quotes if it has spaces or other signs that mean something to a shell. */
export const quoteArgument = (text: string): string =>
  /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
