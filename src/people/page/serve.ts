import { z } from 'zod/v4'
import { bodyOf, limited, type Served, serve } from '../../server/serve.ts'
import { labellingPage } from './page.ts'
import { type LabellingSession, NotSaidError } from './session.ts'

export interface LabellingServer extends Served {
  /** Settles when it has closed; rejects with an error after which no label can be kept. */
  readonly ended: Promise<void>
}

const said = z.strictObject({
  task: z.string(),
  kind: z.enum(['label', 'skipped', 'cannot say']),
  label: z.union([z.string(), z.number()]).optional(),
  comment: z.string().max(10_000).optional(),
})

/**
 * Serves the labelling page to this machine alone. Whoever has its address, which holds the token, may label.
 *
 * @param port 0 for one that is free.
 * @throws Error where the port is taken.
 */
export async function serveLabelling(session: LabellingSession, port = 0): Promise<LabellingServer> {
  const page = labellingPage()
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const { address, close } = await serve(
    {
      ...{ port, command: 'verdict label' },
      async failed(error, context) {
        if (error instanceof NotSaidError)
          return context.json({ error: error.message, state: await session.state() }, 409)
        // A label that was not kept must not be lost in silence: the page says it, and the command ends.
        reject(error)
        return context.json({ error: 'It was not saved: see the message of `verdict label`.' }, 500)
      },
    },
    (routes) =>
      routes
        .get('/', (context) => context.html(page.html, 200, { 'content-security-policy': page.policy }))
        .get('/state', async (context) => context.json(await session.state()))
        .post('/say', limited, async (context) =>
          context.json(await session.say(await bodyOf(context, said))),
        )
        .post('/undo', limited, async (context) => {
          await bodyOf(context, z.strictObject({}))
          return context.json(await session.undo())
        }),
  )
  return { address, ended, close: () => close().then(resolve) }
}
