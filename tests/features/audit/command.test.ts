import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { command, project } from '../../cli/support.ts'
import { type Judged, labelsOf } from '../labels/labelled.ts'
import { auditedRun } from './judges.ts'

/** A scorer of others that likes long answers: a third of its score is length. */
const config = `
const scorer = {
  id: 'relevancy', name: 'Relevancy', type: undefined,
  async run({ output }) {
    const text = output.text ?? output
    return { score: Math.min(1, 0.3 + text.length / 1500), reason: 'it is so long' }
  },
}
export default { name: 'Audit', target: 'recorded', scorers: [{ scorer, scale: 1 }] }
`
const folder = project({
  'verdict.config.mjs': config,
  'two.mjs': config.replace('scorers: [', "scorers: [{ scorer: { ...scorer, id: 'other' } }, "),
})
const run = auditedRun(30)

beforeAll(() => {
  const write = (name: string, lines: readonly unknown[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  write('run.jsonl', [run.header, ...run.items, run.end])
  const judged = run.items.map(({ itemId, answer = '' }, index): Judged => {
    return { id: itemId, answer, score: 0.5, truth: index % 2 }
  })
  write('labels.jsonl', labelsOf(judged, run, 28))
})

describe('verdict audit', () => {
  it('says what was found in words, with what each probe tried', async () => {
    const { code, stdout, stderr } = await command(folder, ['audit', 'run.jsonl', '--details'])
    expect([code, stderr]).toEqual([0, ''])
    const text = stdout.replace(/\s+/g, ' ')
    expect(text).toContain('The judge scores the same content higher when it is wordier: +0.')
    expect(text).toContain('Asked again, 0 % ')
    expect(text).toMatch(/30 answers of 30 were drawn at random/)
    expect(text).toMatch(/No result, because no answers could be rewritten that way: Written as prose/)
  })

  it('writes a page that needs nothing else, and JSON', async () => {
    const args = [
      'audit',
      'run.jsonl',
      '--labels',
      'labels.jsonl',
      '--report',
      'audit.html',
      '--report',
      'audit.md',
      '--json',
    ]
    const { code, stdout } = await command(folder, args)
    expect(code).toBe(0)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      kind: 'audit',
      version: 1,
      scorer: { id: 'relevancy' },
      people: { answers: 28 },
    })
    expect(result.probes.map(({ name }: { name: string }) => name)).toContain('length')
    const page = readFileSync(join(folder, 'audit.html'), 'utf8')
    expect(readFileSync(join(folder, 'audit.md'), 'utf8')).toContain('| ❌ Found |')
    expect(page).toContain('Can Relevancy be trusted?')
    expect(page).toContain('scores the same content higher when it is wordier')
    expect(page).not.toMatch(/(?:src|href)="(?!#)/)
  })

  it('makes only the probes that are named, of as many answers', async () => {
    const args = ['audit', 'run.jsonl', '--json', '--probe', 'list', '--probe', 'bold', '--sample', '12']
    const { probes, answers } = JSON.parse((await command(folder, args)).stdout)
    expect(probes.map(({ name }: { name: string }) => name)).toEqual(['list', 'bold'])
    expect(answers).toEqual({ total: 30, drawn: 12 })
  })

  it('takes a scorer by name with the embedded judge, which always says the same', async () => {
    const args = ['audit', 'run.jsonl', '--json', '--judge', 'embedded', '--sample', '8', '--probe', 'order']
    const { again, judges } = JSON.parse((await command(folder, args)).stdout)
    expect(again).toEqual({ answers: 0, isDeterministic: true })
    expect(judges[0]).toContain('embedded')
  })

  it('refuses what it cannot do, before anything is paid for', async () => {
    const refusal = async (...args: string[]) => {
      const { code, stderr } = await command(folder, ['audit', 'run.jsonl', ...args])
      return [code, stderr]
    }
    expect(await refusal('--probe', 'colour')).toEqual([2, expect.stringContaining('must be of length')])
    expect(await refusal('--config', 'two.mjs')).toEqual([
      2,
      expect.stringContaining('name one with --scorer'),
    ])
    symlinkSync('run.jsonl', join(folder, 'link.html'))
    expect(await refusal('--report', 'link.html')).toEqual([2, expect.stringContaining('would overwrite')])
    expect(await refusal('--labels', 'none.jsonl')).toEqual([2, expect.stringContaining('cannot be read')])
    expect(existsSync(join(folder, 'runs'))).toBe(false)
  })

  it('stops at its budget, says so, and cannot tell', async () => {
    const { code, stdout } = await command(folder, ['audit', 'run.jsonl', '--budget', 'calls=0'])
    expect(code).toBe(3)
    expect(stdout.replace(/\s+/g, ' ')).toContain('stopped early (0 of 0 calls have been made)')
  })

  it('keeps what was done in files, and goes on with it', async () => {
    const args = ['audit', 'run.jsonl', '--json', '--probe', 'bold', '--file', 'kept/audit.jsonl']
    const stopped = await command(folder, args, { signal: AbortSignal.abort(new Error('interrupted')) })
    expect([stopped.code, stopped.stderr]).toEqual([
      130,
      'The run is in kept/audit.jsonl: continue it with `verdict audit`, the same arguments and --resume kept/audit.jsonl.\n',
    ])
    const { code, stdout } = await command(folder, [...args, '--resume', 'kept/audit.jsonl'])
    expect([code, JSON.parse(stdout).end.status]).toEqual([0, 'complete'])
    expect(existsSync(join(folder, 'kept/audit.probes.jsonl'))).toBe(true)
    const again = await command(folder, args)
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('continue it with resume')])
  })

  it.each([
    ['the last one to go on with', ['--resume', 'last'], /name the file to resume/],
    ['a file that is the run', ['--file', 'run.jsonl'], /this is a file that the audit reads/],
    ['a page over a part', ['--file', 'a.html', '--report', 'a.html'], /would overwrite/],
  ])('refuses %s with a sentence', async (_, args, sentence) => {
    const { code, stderr } = await command(folder, ['audit', 'run.jsonl', ...args])
    expect([code, stderr]).toEqual([2, expect.stringMatching(sentence)])
  })
})
