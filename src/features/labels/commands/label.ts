import { CommandError } from '../../../cli/command-error.ts'
import { exitCodes } from '../../../cli/exit-codes.ts'
import { withPlan } from '../../../cli/plan/plan.ts'
import { say } from '../../../cli/print.ts'
import type { Surroundings } from '../../../cli/surroundings.ts'
import { formatScore } from '../../../report/format-numbers.ts'
import { agreementOfRaters } from '../file/raters.ts'
import { labelledBy } from '../labelling-subject.ts'
import type { LabelFlags } from '../options.ts'

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

function sentenceOn(found: NonNullable<ReturnType<typeof agreementOfRaters>>): string {
  const { shared, same, raters, alpha } = found
  const said = `${listed(raters)} labelled ${shared} of the same and agreed on ${same}`
  if ('undefinedBecause' in alpha) return `${said}.`
  const { value, interval } = alpha
  const range = interval === undefined ? '' : ` [${formatScore(interval.low)}, ${formatScore(interval.high)}]`
  return `${said}: Krippendorff’s α ${formatScore(value)}${range}.`
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
