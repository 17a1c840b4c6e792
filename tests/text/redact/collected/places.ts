/** A text where it stands in a case: as people write it, and as it is sent. */
const asHtml = (text: string) =>
  text.replace(/[&<>"'`=/@:]/g, (one) => {
    const named: Record<string, string> = {
      '&': '&amp;',
      '<': '&lt;',
      '>': '&gt;',
      '"': '&quot;',
      "'": '&#39;',
    }
    return named[one] ?? `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`
  })

/** As a logger writes it: within another text, and with escapes of PHP, Go and Python. */
const asJson = (text: string) =>
  JSON.stringify(text)
    .replaceAll('/', '\\/')
    .replace(/[<>&=@+'\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const places: Readonly<Record<string, (text: string) => object>> = {
  text: (text) => ({ input: `Please use this: ${text}, and answer.` }),
  'tool arguments': (text) => ({ toolMocks: [{ toolName: 'look', args: { value: text }, output: null }] }),
  keys: (text) => ({ input: 'x', metadata: { [text]: 1 } }),
  'queries of addresses': (text) => ({
    input: `Open https://portal.test/find?lang=en&q=${encodeURIComponent(text)}&page=2 and read.`,
  }),
  'queries of forms': (text) => ({
    input: `Open https://portal.test/find?${new URLSearchParams({ lang: 'en', q: text, page: '2' })} now.`,
  }),
  HTML: (text) => ({ input: `<p title="x">Found: ${asHtml(text)}</p>` }),
  'JSON in a text': (text) => ({ input: `log line 12: {"level":"info","message":${asJson(text)}}` }),
}

/** What a reader of any of them would have before them. */
export function readable(kept: string): string {
  let text = kept
  for (let level = 0; level < 3; level += 1)
    text = text
      .replace(/(?:%[\da-f]{2})+/gi, (run) => {
        try {
          return decodeURIComponent(run)
        } catch {
          return run
        }
      })
      .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/&#39;/g, "'")
      .replace(/&(amp|lt|gt|quot);/g, (_, name: 'amp') => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name])
      .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
      .replace(/\\[nrt]/g, ' ')
  return text
}
