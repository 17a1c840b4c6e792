import { setTimeout as delay } from 'node:timers/promises'
import { RunFileError } from '../../../run/file/run-file-error.ts'
import type { LabelsLine } from './label-record.ts'
import { type OpenLabels, openLabels } from './labels-writer.ts'
import { readLabels } from './read-labels.ts'

/** How long to wait for another process that is writing the file. */
const patienceInMs = 2000

/**
 * A labels file that several processes may write in turn: each holds the lock only while it writes, and first reads
 * what the others have written.
 */
export class SharedLabels {
  readonly #file: string
  /** As they were last read, with what was written since. */
  lines: readonly LabelsLine[] = []

  constructor(file: string) {
    this.#file = file
  }

  async read(): Promise<void> {
    this.lines = (await readLabels(this.#file)).lines
  }

  /** @throws As {@link openLabels} does. */
  async write<Result>(work: (labels: OpenLabels) => Promise<Result>): Promise<Result> {
    const labels = await this.#open()
    this.lines = labels.lines
    return work(labels).finally(() => labels.close())
  }

  async #open(): Promise<OpenLabels> {
    for (const until = Date.now() + patienceInMs; ; await delay(20))
      try {
        return await openLabels(this.#file)
      } catch (error) {
        if (!isInUse(error) || Date.now() > until) throw error
      }
  }
}

export const isInUse = (error: unknown) => error instanceof RunFileError && error.reason === 'in-use'
