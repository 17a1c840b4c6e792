import { inline } from '../../report/html/layout.ts'
import { html, raw } from '../../report/html/markup.ts'
import { styles } from '../../report/html/style/styles.ts'
import { labellingScript } from './client/labelling-script.generated.ts'
import { labellingStyles } from './style.ts'

export interface ServedPage {
  readonly html: string
  /** What the page may do: run its one script, and talk to whoever served it. */
  readonly policy: string
}

/** The page that raters work in. It holds nothing of the run: that comes when it asks. */
export function labellingPage(): ServedPage {
  const style = inline(styles + labellingStyles)
  const script = inline(labellingScript)
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Label · Verdict</title>
<link rel="icon" href="data:,">
<style>${raw(style.source)}</style>
</head>
<body>
<header class="top">
  <p class="brand"><span aria-hidden="true">◆</span> Verdict</p>
  <p class="soft" id="who"></p>
  <div class="progress"><progress id="progress" aria-label="Labelled" value="0" max="1"></progress> <span id="count"></span></div>
</header>
<main id="content">
<h1 class="unseen">Label answers</h1>
<p id="notice" class="notice" data-level="bad" role="alert" hidden></p>
<p id="status" class="unseen" role="status"></p>
<div id="task"></div>
</main>
<script>${raw(script.source)}</script>
</body>
</html>
`
  return {
    html: String(page),
    policy: [
      "default-src 'none'",
      `script-src ${script.hash}`,
      `style-src ${style.hash}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
  }
}
