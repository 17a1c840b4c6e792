import { CommandError } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import type { LabelFlags } from '../command-options.ts'
import { agreementOfRaters, sentenceOn } from '../file/raters.ts'
import { labelledBy } from '../labelling-subject.ts'

export function label(named: string, flags: LabelFlags, around: Surroundings): Promise<number> {
  const { config } = flags
  return withPlan({ config }, around, {}, async (plan) => {
    const { stdout, stderr, signal } = plan
    const subject = await labelledBy(named, flags, plan)
    const [{ beginSession }, { serveLabelling }] = await Promise.all([
      import('../page/begin-session.ts'),
      import('../page/serve.ts'),
    ])
    const { session, labels, next } = await beginSession(subject, flags, plan)
    const before = session.queue()
    const { promise: stopped, resolve: stop, reject } = Promise.withResolvers<void>()
    const server = await serveLabelling(session, { port: flags.port, onFailure: reject }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
        throw new CommandError(`--port: ${flags.port} is taken: name another, or none`)
      },
    )
    say(stdout, `Open ${server.address}`)
    say(
      stderr,
      'Keep this address private: anyone who has it can label. Ctrl-C stops; run it again to resume.',
    )
    signal.addEventListener('abort', () => stop(), { once: true })
    if (signal.aborted) stop()
    await stopped.finally(() => server.close())
    const { done, tasks, open } = session.queue()
    say(
      stderr,
      `${done} of ${tasks.length} done, ${Math.max(0, done - before.done)} in this session${open.length > 0 ? '; run it again to resume' : ''}.`,
    )
    const { scorer, run } = subject
    const { words, command } = next()
    if (done > 0) say(stderr, command === undefined ? words : `${words} ${command}`)
    const agreement = agreementOfRaters(labels.lines, scorer.id, [run.header.id])
    if (agreement !== undefined) say(stderr, sentenceOn(agreement))
    return exitCodes.passed
  })
}
