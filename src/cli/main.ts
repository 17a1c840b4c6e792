#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts'
import { verdict } from './verdict.ts'

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // The first ends the run in order, with its records kept; the second at once.
    if (stop.signal.aborted) process.exit(exitCodes.interrupted)
    stop.abort(new Error('interrupted'))
  })
}
// Whoever reads may stop reading, as `head` does.
process.stdout.on('error', () => process.exit())

// Standard output holds results only: what a project logs on its way must not stand among them.
for (const name of ['log', 'info', 'debug'] as const) console[name] = console.error.bind(console)

const { stdout, stderr, stdin } = process
const code = await verdict(process.argv.slice(2), {
  stdout,
  stderr,
  stdin,
  folder: process.cwd(),
  environment: process.env,
  signal: stop.signal,
})
// A project's stores and telemetry may keep the process alive; what is written must be out first.
stdout.write('', () => stderr.write('', () => process.exit(code)))
