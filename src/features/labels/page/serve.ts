import { z } from 'zod/v4'
import type { ServedPage } from '../../../cli/surroundings.ts'
import { inline } from '../../../page/inline.ts'
import { html, raw } from '../../../page/markup.ts'
import { styles } from '../../../page/style/styles.ts'
import { limited, readBody, serve } from '../../../server/serve.ts'
import { labellingScript } from './client/labelling-script.generated.ts'
import { type LabellingSession, NotSaidError } from './session.ts'
import { labellingStyles } from './style.ts'

const said = z.strictObject({
  task: z.string(),
  kind: z.enum(['label', 'skipped', 'cannot say']),
  label: z.union([z.string(), z.number()]).optional(),
  comment: z.string().max(10_000).optional(),
})

/**
 * Serves the labelling page to this machine only. Anyone with its address, which has the token, can label.
 *
 * @param port 0 for a free one.
 * @throws Error if the port is in use.
 */
export async function serveLabelling(session: LabellingSession, port = 0): Promise<ServedPage> {
  const page = labellingPage()
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const { address, close } = await serve(
    {
      port,
      command: 'verdict label',
      async failed(error, context) {
        if (error instanceof NotSaidError)
          return context.json({ error: error.message, state: await session.state() }, 409)
        // An unsaved label must not be lost silently: the page says so, and the command ends.
        reject(error)
        return context.json({ error: 'It was not saved: see the message in the terminal.' }, 500)
      },
    },
    (routes) =>
      routes
        .get('/', (context) => context.html(page.html, 200, { 'content-security-policy': page.policy }))
        .get('/state', async (context) => context.json(await session.state()))
        .post('/say', limited, async (context) =>
          context.json(await session.say(await readBody(context, said))),
        )
        .post('/undo', limited, async (context) => {
          await readBody(context, z.strictObject({}))
          return context.json(await session.undo())
        }),
  )
  return { address, ended, close: () => close().then(resolve) }
}

/** Builds the page for raters. It contains no data of the run; the page fetches them. */
function labellingPage(): {
  readonly html: string
  /** The content security policy: the page may run its one script, and connect to its own server. */
  readonly policy: string
} {
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
