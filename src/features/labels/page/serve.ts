import { z } from 'zod/v4'
import { toSentence } from '../../../cli/command-error.ts'
import { inline } from '../../../page/inline.ts'
import { html, raw } from '../../../page/markup.ts'
import { styles } from '../../../page/style/styles.ts'
import {
  type Context,
  HTTPException,
  limited,
  type Routes,
  type RunningServer,
  readBody,
  serve,
} from '../../../server/serve.ts'
import { isInUse } from '../file/shared-labels.ts'
import { labellingScript } from './client/labelling-script.generated.ts'
import type { PageState } from './client/types.ts'
import { NotSaidError } from './label-question.ts'
import type { LabellingSession } from './session.ts'
import { labellingStyles } from './style.ts'

const said = z.strictObject({
  task: z.string(),
  kind: z.enum(['label', 'skipped', 'cannot say']),
  label: z.union([z.string(), z.number()]).optional(),
  comment: z.string().max(10_000).optional(),
})

/** The place of an answer, and of its run and scorer, in an address. */
export type LabelQuery = Readonly<Partial<Record<'run' | 'scorer' | 'item' | 'repeat', string>>>

/**
 * Serves the labelling page to this machine only. Anyone with its address, which has the token, can label.
 *
 * @throws Error if the port is in use.
 */
export const serveLabelling = (
  session: LabellingSession,
  { port = 0, onFailure }: { readonly port?: number; onFailure?(error: unknown): void } = {},
): Promise<RunningServer> =>
  serve({ port, command: 'verdict label' }, (routes) =>
    addLabelling(routes, { find: async () => session, onFailure }),
  )

/**
 * Adds the labelling page and what it asks for.
 *
 * @param of `find` returns the session that an address is about; `onFailure` is told of a label that could not be saved.
 */
export function addLabelling(
  routes: Routes,
  of: { find(query: LabelQuery): Promise<LabellingSession>; onFailure?(error: unknown): void },
): void {
  const answer = async (
    context: Context,
    work: (session: LabellingSession, query: LabelQuery) => Promise<PageState>,
  ) => {
    const query: LabelQuery = context.req.query()
    let session: LabellingSession | undefined
    try {
      session = await of.find(query)
      return context.json(await work(session, query))
    } catch (error) {
      if (error instanceof HTTPException) throw error
      if (session === undefined || isInUse(error)) return context.json({ error: toSentence(error) }, 409)
      if (error instanceof NotSaidError)
        return context.json({ error: error.message, state: await session.state() }, 409)
      of.onFailure?.(error)
      const what = context.req.method === 'GET' ? 'The labels cannot be read' : 'It was not saved'
      return context.json({ error: `${what}: ${toSentence(error)}. Mend this, then reload the page.` }, 500)
    }
  }
  routes
    .get('/', ({ req, html }) => {
      const { page, policy } = labellingPage(req.query('run'))
      return html(page, 200, { 'content-security-policy': policy })
    })
    .get('/state', (context) =>
      answer(context, async (session, { item: itemId, repeat = '1' }) => {
        if (itemId !== undefined) session.pick({ itemId, repeat: Number(repeat) })
        return session.state()
      }),
    )
    .post('/say', limited, (context) =>
      answer(context, async (session) => session.say(await readBody(context, said))),
    )
    .post('/undo', limited, (context) =>
      answer(context, async (session) => {
        await readBody(context, z.strictObject({}))
        return session.undo()
      }),
    )
}

/**
 * Builds the page for raters. It contains no data of the run; the page fetches them.
 *
 * @param run Its name in the address, if there is a report to go back to.
 */
function labellingPage(run: string | undefined): {
  readonly page: string
  /** The content security policy: the page may run its one script, and connect to its own server. */
  readonly policy: string
} {
  const style = inline(styles + labellingStyles)
  const script = inline(labellingScript)
  const back = `/?${new URLSearchParams({ report: run ?? '' })}`
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
${run === undefined ? '' : html`  <p><a href="${back}">← Report</a></p>`}
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
    page: String(page),
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
