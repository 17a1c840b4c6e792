/**
 * Says why a version of Node cannot run the command; undefined if it can.
 *
 * @param version As '20.11.1'.
 * @param range As '>=22.13.0'.
 */
export function whyTooOld(version: string, range: string): string | undefined {
  const wanted = range.replace('>=', '')
  const is = version.split('.').map(Number)
  const least = wanted.split('.').map(Number)
  const at = [0, 1].find((index) => is[index] !== least[index])
  if (at === undefined || Number(is[at]) > Number(least[at])) return undefined
  return `verdict needs Node ${wanted} or later; this is ${version}. Install one with \`nvm install ${wanted.split('.')[0]}\`, or from https://nodejs.org`
}
