import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An answer as the process that gave it has written it down. */
export interface Given {
  readonly number: number
  /** How long its process went on after it, in milliseconds; infinite where it ended by itself. */
  readonly livedInMs: number
}

interface Settings {
  readonly file: string
  readonly first: number
  readonly step: number
  readonly end: number
  readonly pauseInMs: number
  readonly environment: Readonly<Record<string, string>>
}

/** A server that is killed and started again, with all that it has given. */
export class LiveServer {
  readonly #settings: Settings
  #child: ChildProcess
  readonly #killed: { readonly at: number; readonly lines: number }[] = []
  /** Answers in the middle of which it was killed: whether they were given nobody knows. */
  readonly unknown: number[] = []
  output = ''

  constructor(settings: Settings) {
    this.#settings = settings
    this.#child = this.#start(settings.first)
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  get kills(): number {
    return this.#killed.length
  }

  get #lines(): string[] {
    const { file } = this.#settings
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  }

  get count(): number {
    return this.#lines.length
  }

  get given(): Given[] {
    return this.#lines.map((line, place) => {
      const [number = 0, at = 0] = line.split(' ').map(Number)
      const kill = this.#killed.find(({ lines }) => place < lines)
      return { number, livedInMs: kill === undefined ? Number.POSITIVE_INFINITY : kill.at - at }
    })
  }

  async kill(): Promise<void> {
    if (!this.isAlive) return
    const at = Date.now()
    this.#child.kill('SIGKILL')
    await once(this.#child, 'exit')
    const lines = this.#lines
    this.#killed.push({ at, lines: lines.length })
    const { first, step } = this.#settings
    const next = lines.length === 0 ? first : Number(lines.at(-1)?.split(' ')[0]) + step
    this.unknown.push(next)
    this.#child = this.#start(next + step)
  }

  async ended(): Promise<number | null> {
    if (this.isAlive) await once(this.#child, 'exit')
    return this.#child.exitCode
  }

  #start(from: number): ChildProcess {
    const { file, step, end, pauseInMs, environment } = this.#settings
    const args = [join(import.meta.dirname, 'server.ts'), file, ...[from, step, end, pauseInMs].map(String)]
    const child = spawn(process.execPath, args, { env: { ...process.env, ...environment } })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        this.output += String(text)
      })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
}
