import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const projectConfig = join(import.meta.dirname, 'fixtures/verdict.config.ts')

export type Environment = Readonly<Record<'QUEUE' | 'QUEUE_SCHEMA' | 'JUDGE_URL', string>>

/** A `verdict` command in a process of its own, on the project of the fixture. */
export class Process {
  readonly child: ChildProcess
  output = ''

  constructor(command: readonly string[], environment: Environment, config = projectConfig) {
    const [name = '', ...args] = command
    this.child = spawn(process.execPath, [join(root, 'src/command/main.ts'), name, config, ...args], {
      env: { ...process.env, ...environment },
      cwd: root,
    })
    this.child.stdout?.on('data', (text) => {
      this.output += String(text)
    })
    this.child.stderr?.on('data', (text) => {
      this.output += String(text)
    })
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!this.isAlive) return
    this.child.kill(signal)
    await once(this.child, 'exit')
  }

  async ended(): Promise<number | null> {
    if (this.isAlive) await once(this.child, 'exit')
    return this.child.exitCode
  }
}

/** Work that is killed with SIGKILL and begun anew, until it is stopped. */
export class Team {
  readonly #environment: Environment
  readonly #config: string
  #workers: Process[] = []

  constructor(size: number, environment: Environment, config = projectConfig) {
    this.#environment = environment
    this.#config = config
    for (let number = 0; number < size; number += 1) this.#workers.push(this.#hire())
  }

  /** Kills one in the middle of its work, and puts another in its place. */
  async killOne(which: number): Promise<void> {
    const victim = this.#workers[which % this.#workers.length]
    await victim?.kill()
    this.#workers = [...this.#workers.filter((worker) => worker !== victim), this.#hire()]
  }

  get output(): string {
    return this.#workers.map(({ output }) => output).join('\n')
  }

  async stop(): Promise<(number | null)[]> {
    for (const { child } of this.#workers) child.kill('SIGTERM')
    return Promise.all(this.#workers.map((worker) => worker.ended()))
  }

  #hire(): Process {
    return new Process(['worker', '--concurrency', '20'], this.#environment, this.#config)
  }
}
