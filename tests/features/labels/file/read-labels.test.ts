import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLabels } from '../../../../src/features/labels/file/labels-writer.ts'
import { readLabels } from '../../../../src/features/labels/file/read-labels.ts'
import { asJsonLines, labelOf, singleStatements } from '../labelled-run.ts'

const run = singleStatements([0.2, 0.8])
const [first, second] = [labelOf(run, 'a1', 0), labelOf(run, 'a2', 1)]
const fileOf = (text: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'verdict-labels-')), 'labels.jsonl')
  writeFileSync(file, text)
  return file
}

describe('a labels file', () => {
  it('is read line by line, with fields of later versions', async () => {
    const file = fileOf(`${JSON.stringify({ ...first, mood: 'good' })}\n\n${JSON.stringify(second)}`)
    const { lines, warnings, open } = await readLabels(file)
    expect(lines).toEqual([{ ...first, mood: 'good' }, second])
    expect(warnings).toEqual([])
    expect(open).toBe(true)
  })

  it('has one rater where names look the same', async () => {
    const raters = [' Zo\u00eb', 'Zoe\u0308 ', 'Zo\u00eb\u00a0']
    const { lines } = await readLabels(fileOf(asJsonLines(raters.map((rater) => ({ ...first, rater })))))
    expect(new Set(lines.map((line) => (line.kind === 'draw' ? '' : line.rater)))).toEqual(
      new Set(['Zo\u00eb']),
    )
  })

  it('may end in half a line, which is left out with a warning', async () => {
    const file = fileOf(`${asJsonLines([first])}${JSON.stringify(second).slice(0, 40)}`)
    const { lines, warnings } = await readLabels(file)
    expect(lines).toEqual([first])
    expect(warnings).toEqual([`${file}, line 2: incomplete, so ignored`])
  })

  it('of one whole line counts without a line break, and a first line that was cut off does not', async () => {
    expect((await readLabels(fileOf(JSON.stringify(first)))).lines).toEqual([first])
    for (const cut of ['{', '{"kin', JSON.stringify(first).slice(0, 40)]) {
      const { lines, warnings } = await readLabels(fileOf(cut))
      expect([lines, warnings]).toEqual([[], [expect.stringContaining('line 1: incomplete')]])
    }
  })

  it('is not what only begins with a brace: it would be written over', async () => {
    const file = fileOf('{my notes}')
    await expect(openLabels(file)).rejects.toThrow('line 1: is not JSON')
    expect(readFileSync(file, 'utf8')).toBe('{my notes}')
  })

  it('may be cut off within a letter', async () => {
    const whole = Buffer.from(asJsonLines([first, { ...second, comment: 'é' }]))
    const file = fileOf('')
    writeFileSync(file, whole.subarray(0, whole.indexOf('é') + 1))
    const { lines, warnings } = await readLabels(file)
    expect(lines).toEqual([first])
    expect(warnings).toEqual([`${file}, line 2: incomplete, so ignored`])
    const labels = await openLabels(file)
    await labels.append(second)
    await labels.close()
    expect((await readLabels(file)).lines).toEqual([first, second])
  })

  it.each([
    ['no JSON', '{"kind":\n', 'line 2: is not JSON'],
    ['no object', '5\n', 'line 2: is not a line of a labels file'],
    ['another kind', '{"kind":"run"}\n', 'line 2: is not a line of a labels file (kind'],
    ['a label without a rater', `${JSON.stringify({ ...second, rater: '' })}\n`, 'rater'],
    ['a chance of 0', `${JSON.stringify({ ...second, probability: 0 })}\n`, 'probability'],
    ['a value that is no number', `${JSON.stringify({ ...second, value: 'yes' })}\n`, 'value'],
    [
      'a whole answer that does not count',
      `${JSON.stringify({ ...second, value: null })}\n`,
      'must be a number',
    ],
    [
      'a unit that counts more than 1',
      `${JSON.stringify({ ...second, value: 2, unit: { index: 0, text: 'x' } })}\n`,
      'from 0 to 1',
    ],
    ['a time without a zone', `${JSON.stringify({ ...second, at: '2026-11-22T10:00:00' })}\n`, 'at'],
  ])('is refused for a line that is %s', async (_, line, message) => {
    await expect(readLabels(fileOf(asJsonLines([first]) + line))).rejects.toThrow(message)
  })

  it('that is not there is an error that names it', async () => {
    await expect(readLabels('/nowhere/labels.jsonl')).rejects.toThrow(
      '/nowhere/labels.jsonl: cannot be read: there is no such file or folder',
    )
  })

  it('is gone on with behind the last whole line', async () => {
    const file = fileOf(`${asJsonLines([first])}{"kind":"lab`)
    const labels = await openLabels(file)
    await labels.append(second)
    expect(labels.lines).toEqual([first, second])
    await labels.close()
    expect(readFileSync(file, 'utf8')).toBe(asJsonLines([first, second]))
  })

  it('takes no line that could not be read again', async () => {
    const file = fileOf('')
    const labels = await openLabels(file)
    await expect(labels.append({ ...first, rater: '' })).rejects.toThrow('rater')
    await labels.append(second)
    await labels.close()
    expect((await readLabels(file)).lines).toEqual([second])
  })

  it('has one writer at a time', async () => {
    const file = fileOf('')
    const labels = await openLabels(file)
    await expect(openLabels(file)).rejects.toThrow('has been writing it')
    await labels.close()
    await (await openLabels(file)).close()
  })
})
