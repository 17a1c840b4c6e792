import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { verdict } from '../../src/cli/program.ts'
import { features } from '../../src/command/features.ts'

/** A folder with these files. */
export function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'verdict-command-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/**
 * A configuration without imports: an echo of the input, scored by the number that the answer is, 0 to 100. Items
 * ask for those numbers.
 */
export function echoConfig(numbers: readonly (number | string)[], more = ''): string {
  const data = numbers.map((number, index) => ({ id: `q${index + 1}`, input: String(number) }))
  return `
const scorer = {
  id: 'number', name: 'Number', type: undefined,
  async run({ output }) {
    const number = Number(output.text ?? output)
    if (Number.isNaN(number)) throw new Error('this is no number: ' + output)
    return { score: number / 100, reason: 'it says so' }
  },
}
export default {
  name: 'Echo',
  target: async (input) => input,
  data: ${JSON.stringify(data)},
  scorers: [{ scorer, scale: 1 }],
  retryDelayInMs: 0,
  ${more}
}
`
}

class Captured extends Writable {
  text = ''
  readonly isTTY: boolean
  readonly columns = 100
  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The command within this process. */
export async function command(
  folder: string,
  args: readonly string[],
  {
    stdin = '',
    environment = {},
    isTTY = false,
    signal = new AbortController().signal,
  }: {
    /** A text, or something that is not at its end. */
    stdin?: string | Readable
    environment?: Record<string, string>
    isTTY?: boolean
    signal?: AbortSignal
  } = {},
): Promise<Ended> {
  const stdout = new Captured(isTTY)
  const stderr = new Captured(isTTY)
  const input = Object.assign(
    typeof stdin === 'string' ? Readable.from(stdin === '' ? [] : [stdin]) : stdin,
    { isTTY },
  )
  const code = await verdict(args, { stdout, stderr, stdin: input, folder, environment, features, signal })
  // How far the work is is said every half a minute: whether that comes hangs on the load of the machine.
  const said = isTTY ? stderr.text : stderr.text.replaceAll(/^[\d,]+\/[\d,]+ · .*\n/gm, '')
  return { code, stdout: stdout.text, stderr: said }
}
