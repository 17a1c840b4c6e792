import { inline } from '../../page/inline.ts'
import { html, type Markup, raw } from '../../page/markup.ts'
import { styles } from '../../page/style/styles.ts'
import { shareTexts } from '../../shared/shared-texts.ts'
import { reportMark } from '../report-formats.ts'
import { pageScript } from './client/page-script.generated.ts'

export interface Page {
  readonly title: string
  /** The large heading at its top. Default: the title. */
  readonly heading?: string
  /** Shown above the heading. A refresh leaves it alone. */
  readonly above?: Markup
  /** Shown under the heading. */
  readonly lead: Markup
  readonly sections: readonly {
    /** Its anchor within the page. */
    readonly id: string
    readonly title: string
    readonly body: Markup
  }[]
  /** Shown after the sections, such as a dialog. */
  readonly after?: Markup
  /** Embedded in the page as JSON under the id 'data'. */
  readonly data?: object
  /** A style sheet in addition to that of every page. */
  readonly styles?: string
  /** How often a served page requests new content from its own server; 0 for never again. Absent for files. */
  readonly refreshInMs?: number
}

/**
 * Renders a whole page as one string that needs no network and may not use it: its policy allows its style sheets
 * and its one script by their hashes, and nothing else, no image, font or request.
 */
export function renderPage(page: Page): string {
  const sheets = [styles, page.styles ?? []].flat().map(inline)
  const script = inline(pageScript)
  const isLive = page.refreshInMs !== undefined
  return String(html`<!doctype html>
<html lang="en"${isLive ? html` data-refresh="${page.refreshInMs}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="generator" content="${reportMark}">
<meta http-equiv="Content-Security-Policy" content="${policy(
    script.hash,
    sheets.map(({ hash }) => hash),
    isLive,
  )}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Verdict</title>
<script>${raw(script.source)}</script>
${sheets.map(({ source }) => html`<style>${raw(source)}</style>`)}
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
<header class="top">
  <p class="brand"><span aria-hidden="true">◆</span> Verdict</p>
  <nav aria-label="Sections"><ul>${page.sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
  <label class="theme">Theme <select id="theme"><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<main id="content" tabindex="-1">
${page.above ?? ''}${isLive ? html`<p id="away" class="notice" data-level="bad" role="status" hidden></p>` : ''}<div class="lead" data-part="lead"><h1>${page.heading ?? page.title}</h1>${page.lead}</div>
${page.sections.map(renderSection)}
</main>
<footer><p>${isLive ? 'Made by Verdict. This page contacts only its own server on this machine.' : 'Made by Verdict. This file holds everything it shows and makes no network requests.'}</p></footer>
${page.after ?? ''}
${page.data === undefined ? '' : html`<script type="application/json" id="data">${raw(jsonForPage(shareTexts(page.data)))}</script>`}
</body>
</html>
`)
}

const renderSection = ({ id, title, body }: Page['sections'][number]) =>
  html`<section id="${id}" data-part="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`

const policy = (script: string, sheets: readonly string[], isLive: boolean) =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${sheets.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    ...(isLive ? ["connect-src 'self'", 'trusted-types verdict-live'] : ["trusted-types 'none'"]),
  ].join('; ')

/**
 * Makes JSON for a data block, without '<', so that nothing in it can end the element or begin a comment, and without
 * controls that reorder text: the page's script shows none, but ids and copies keep them.
 */
export const jsonForPage = (value: unknown) =>
  JSON.stringify(value).replaceAll(
    /[<\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
