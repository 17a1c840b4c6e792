import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { summariseByPeople } from '../../src/features/labels/estimates/by-people.ts'
import { compareByPeople } from '../../src/features/labels/estimates/compare-by-people.ts'
import type { LabelsLine } from '../../src/features/labels/file/label-record.ts'
import type { EvaluationRun } from '../../src/run/record.ts'
import { type Judged, labelsOf, runOfWorld, world } from '../features/labels/labelled.ts'
import { command, echoConfig, project } from './support.ts'

const folder = project()
const write = (name: string, lines: readonly unknown[]) =>
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
const writeRun = (name: string, { header, items, end }: EvaluationRun) => write(name, [header, ...items, end])

const [before, after] = [
  world({ items: 300, seed: 7, quality: 0.7 }),
  world({ items: 300, seed: 8, quality: 0.4 }),
]
const [first, second] = [runOfWorld(before, 'before'), runOfWorld(after, 'after')]
const labels: readonly LabelsLine[] = [
  ...labelsOf(before, first, 90, { seed: 3 }),
  ...labelsOf(after, second, 90, { seed: 3 }),
]
const truthOf = (judged: readonly Judged[]) =>
  judged.reduce((sum, { truth }) => sum + truth, 0) / judged.length

beforeAll(() => {
  writeRun('before.jsonl', first)
  writeRun('after.jsonl', second)
  write('labels.jsonl', labels)
  write('few.jsonl', labels.slice(0, 12))
})

describe('--labels', () => {
  it('shows what people would score beside the judge and the labels alone', async () => {
    const { code, stdout, stderr } = await command(folder, [
      'report',
      'before.jsonl',
      '--labels',
      'labels.jsonl',
    ])
    expect([code, stderr]).toEqual([0, ''])
    const text = stdout.replace(/\s+/g, ' ')
    expect(text).toMatch(
      /Relevancy: as people would score answers like these: 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\], from 90 labelled answers of 300; the judge alone 0\.\d{3}; the labels alone 0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]/,
    )
    expect(text).toContain('In brackets: 95 % intervals.')
    expect(text).not.toContain('another run')
  })

  it('is in every report that is written', async () => {
    const { stdout, code } = await command(folder, [
      ...['report', 'before.jsonl', '--labels', 'labels.jsonl', '--json'],
      ...['--report', 'out.html', '--report', 'out.xml', '--report', 'out.md'],
    ])
    expect(code).toBe(0)
    const [summary] = JSON.parse(stdout).people
    expect(summary).toMatchObject({ scorerId: 'relevancy', labels: 90, items: 300 })
    const [html, xml, markdown] = ['out.html', 'out.xml', 'out.md'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    expect(html).toContain('as people would score answers like these: 0.')
    expect(html).toMatch(
      /aria-label="As people 0\.\d{3}, 0\.\d{3} to 0\.\d{3}\. Judge alone 0\.\d{3}\. Labels alone/,
    )
    expect(markdown).toMatch(/### As people would score[\s\S]*In brackets: 95 % intervals/)
    expect(markdown).toContain('from 90 labelled answers of 300')
    expect(xml).toMatch(/<property name="as people" value="0\.\d+"/)
    expect(xml).toContain('<property name="labels" value="90"')
  })

  it('compares two runs as people would', async () => {
    const { stdout } = await command(folder, [
      'compare',
      'before.jsonl',
      'after.jsonl',
      '--labels',
      'labels.jsonl',
    ])
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /Relevancy: changed as people would score answers like these: −0\.\d{3} \[−0\.\d{3}, −0\.\d{3}\], over 300 answers of both runs, 90 answers labelled in both; by the judge alone −0\.\d{3}/,
    )
  })

  it('refuses a file that is not there, and one that is no labels file', async () => {
    const none = await command(folder, ['report', 'before.jsonl', '--labels', 'none.jsonl'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/none\.jsonl: cannot be read/)])
    const other = await command(folder, ['report', 'before.jsonl', '--labels', 'after.jsonl'])
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/not a line of a labels file/)])
  })

  it('is never written over by a report', async () => {
    symlinkSync('labels.jsonl', join(folder, 'link.html'))
    const { code, stderr } = await command(folder, [
      ...['report', 'before.jsonl', '--labels', 'labels.jsonl', '--report', 'link.html'],
    ])
    expect([code, stderr]).toEqual([2, expect.stringContaining('a report would overwrite')])
  })
})

describe('--by people', () => {
  const report = (limit: number, file = 'labels.jsonl', ...more: string[]) =>
    command(folder, [
      ...['report', 'before.jsonl', '--labels', file, '--gate', `relevancy=${limit}`],
      ...['--by', 'people', ...more],
    ])

  it('passes, fails, or cannot tell, by the interval', async () => {
    const truth = truthOf(before)
    expect((await report(Number((truth - 0.2).toFixed(3)))).code).toBe(0)
    expect((await report(Number((truth + 0.2).toFixed(3)))).code).toBe(1)
    expect((await report(Number(truth.toFixed(3)))).code).toBe(3)
    expect((await report(Number(truth.toFixed(3)), 'labels.jsonl', '--gate', 'inconclusive=pass')).code).toBe(
      0,
    )
  })

  it('cannot tell from too few labels, and says how many it takes', async () => {
    const { code, stdout } = await report(0.1, 'few.jsonl')
    expect(code).toBe(3)
    expect(stdout.replace(/\s+/g, ' ')).toContain('12 labels are too few: at least 25')
    expect(stdout.split('\n')[0]).toContain('by people, Relevancy is not known')
  })

  it('fails where a run is worse by people', async () => {
    const worse = ['--labels', 'labels.jsonl', '--fail-if-worse', '--by', 'people']
    const { code, stdout } = await command(folder, ['compare', 'before.jsonl', 'after.jsonl', ...worse])
    expect(code).toBe(1)
    expect(stdout.replace(/\s+/g, ' ')).toContain('By people, relevancy changed by −0.')
    expect((await command(folder, ['compare', 'after.jsonl', 'before.jsonl', ...worse])).code).toBe(0)
  })

  it('needs labels and a gate, and goes with groups', async () => {
    const without = await command(folder, [
      'report',
      'before.jsonl',
      '--gate',
      'relevancy=0.5',
      '--by',
      'people',
    ])
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--labels')])
    const ungated = await command(folder, [
      'report',
      'before.jsonl',
      '--labels',
      'labels.jsonl',
      '--by',
      'people',
    ])
    expect([ungated.code, ungated.stderr]).toEqual([2, expect.stringContaining('add a gate')])
  })

  it('holds in a run whose configuration names labels, where answers are the same', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => 40 + index)
    const more = (limit: number) =>
      `labels: 'echo-labels.jsonl', gates: { number: ${limit}, },  by: ['people'],`
    writeFileSync(join(folder, 'echo.mjs'), echoConfig(numbers))
    writeFileSync(join(folder, 'low.mjs'), echoConfig(numbers, more(0.2)))
    writeFileSync(join(folder, 'high.mjs'), echoConfig(numbers, more(0.9)))
    expect((await command(folder, ['run', 'echo.mjs', '--file', 'echo.jsonl'])).code).toBe(0)
    const missing = await command(folder, ['run', 'low.mjs'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('echo-labels.jsonl')])
    const echo = numbers.map((number, index): Judged => {
      return { id: `q${index + 1}`, answer: String(number), score: number / 100, truth: number / 100 }
    })
    const scorer = { id: 'number', name: 'Number', scale: 1, lowerIsBetter: false }
    write('echo-labels.jsonl', labelsOf(echo, runOfWorld(echo, 'earlier', scorer), 30))
    expect((await command(folder, ['run', 'low.mjs'])).code).toBe(0)
    const high = await command(folder, ['run', 'high.mjs'])
    expect(high.code).toBe(1)
    expect(high.stdout.replace(/\s+/g, ' ')).toContain('another run (earlier)')
  })
})

describe('groups and variants', () => {
  /** Two thirds of the items are English, the labels of the others are few. */
  const languageOf = (index: number) => (index % 3 === 2 ? 'es' : index % 90 === 0 ? 'fr' : 'en')
  const grouped = (run: EvaluationRun): EvaluationRun => ({
    ...run,
    items: run.items.map((item, index) => ({ ...item, metadata: { language: languageOf(index) } })),
  })
  const flat = (text: string) => text.replace(/[\s\u2500-\u257f]+/g, ' ')

  it('say in each group what people would score, and where labels are too few', async () => {
    writeRun('languages.jsonl', grouped(first))
    const { code, stdout } = await command(folder, [
      ...['report', 'languages.jsonl', '--labels', 'labels.jsonl', '--by', 'language', '--json'],
      ...['--report', 'groups.html', '--report', 'groups.md'],
    ])
    expect(code).toBe(0)
    const [{ groups }] = JSON.parse(stdout).groups
    const [english, spanish, french] = groups.map(({ people }: { people: object[] }) => people[0])
    for (const [language, summary] of [
      ['en', english],
      ['es', spanish],
    ]) {
      const items = grouped(first).items.filter((_, index) => languageOf(index) === language)
      const ids = new Set(items.map(({ itemId }) => itemId))
      const own = labels.filter(
        (line) => line.kind === 'label' && line.run === 'before' && ids.has(line.itemId),
      )
      const [alone] = summariseByPeople({ ...first, items }, own)
      expect([summary.items, summary.labels]).toEqual([items.length, own.length])
      expect(summary.people).toEqual(alone?.people)
    }
    expect(english.labels + spanish.labels + french.labels).toBe(90)
    expect(french.people.undefinedBecause).toContain('too few')
    const terminal = await command(folder, [
      ...['report', 'languages.jsonl', '--labels', 'labels.jsonl', '--by', 'language'],
    ])
    expect(flat(terminal.stdout)).toMatch(/As people/)
    expect(flat(terminal.stdout)).toMatch(/fr Relevancy 4 .* too few labels \(\d\)/)
    const [html, markdown] = ['groups.html', 'groups.md'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    expect(html).toMatch(/en: 0\.\d{3}\. as people: 0\.\d{3}\./)
    expect(html).toMatch(/too few labels \(\d\)/)
    expect(markdown).toMatch(/\| en \| Relevancy .*\| 0\.\d{3} \(0\.\d{3} to 0\.\d{3}\) \|/)
    expect(markdown).toMatch(/\| too few labels \(\d\) \|/)
  })

  it('say in each group by how much people would find it better than before', async () => {
    writeRun('languages-before.jsonl', grouped(first))
    writeRun('languages-after.jsonl', grouped(second))
    const compare = ['compare', 'languages-before.jsonl', 'languages-after.jsonl', '--by', 'language']
    const files = ['--report', 'changed.html', '--report', 'changed.md']
    const { code, stdout } = await command(folder, [
      ...compare,
      '--labels',
      'labels.jsonl',
      '--json',
      ...files,
    ])
    expect(code).toBe(0)
    const [{ groups }] = JSON.parse(stdout).groups
    const ofLanguage = (run: EvaluationRun, language: string) => ({
      ...run,
      items: run.items.filter((_, index) => languageOf(index) === language),
    })
    for (const [index, language] of ['en', 'es'].entries()) {
      const [alone] = compareByPeople(ofLanguage(first, language), ofLanguage(second, language), labels)
      const [change] = groups[index].peopleComparisons
      expect(change).toMatchObject({ people: alone?.people, items: alone?.items, isPaired: true })
      expect(change.people.interval.high).toBeLessThan(0)
    }
    expect(groups[2].peopleComparisons[0].people.undefinedBecause).toContain('too few')
    const terminal = flat((await command(folder, [...compare, '--labels', 'labels.jsonl'])).stdout)
    expect(terminal).toMatch(/before, as people/)
    const [html, markdown] = files
      .filter((file) => !file.startsWith('--'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
    for (const page of [html, markdown]) {
      expect(page).toContain('After − before, as people')
      expect(page).toMatch(/too few labels \(\d and \d\)/)
    }
    expect(markdown).toMatch(/\| en \| Relevancy .*\| −0\.\d{3} \(−0\.\d{3} to −0\.\d{3}\) \|/)
    const without = await command(folder, compare)
    expect(without.stdout).not.toContain('people')
  })

  it('have no column for people without labels', async () => {
    const { stdout } = await command(folder, ['report', 'languages.jsonl', '--by', 'language'])
    expect(stdout).not.toContain('people')
  })

  it('say of each variant what people would score, in each report', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => 20 + index)
    const config = echoConfig(
      numbers,
      `target: undefined,
      targets: {
        plain: { target: async (input) => input },
        better: { target: async (input) => String(Number(input) + 10) },
      },
      labels: 'variant-labels.jsonl', by: 'language',`,
    ).replace('input: ', 'metadata: undefined, input: ')
    const withLanguage = config.replaceAll(
      /"id":"q(\d+)"/g,
      (id, number) => `${id},"metadata":{"language":"${Number(number) % 3 === 0 ? 'es' : 'en'}"}`,
    )
    writeFileSync(join(folder, 'variants.mjs'), withLanguage)
    const scorer = { id: 'number', name: 'Number', scale: 1, lowerIsBetter: false }
    const answers = numbers.map((number, index): Judged => {
      return { id: `q${index + 1}`, answer: String(number), score: number / 100, truth: (number - 10) / 100 }
    })
    write('variant-labels.jsonl', labelsOf(answers, runOfWorld(answers, 'earlier', scorer), 45))
    const { code, stdout } = await command(folder, [
      ...['run', 'variants.mjs', '--report', 'variants.html', '--report', 'variants.md'],
    ])
    expect(code).toBe(0)
    const text = flat(stdout)
    expect(text).toMatch(/Number, as people 0\.3\d{2} too few labels \(0\)/)
    expect(text).toContain('As people would score answers of plain')
    expect(text).toMatch(/Number by language, as people Group Items plain better en 40 0\.3\d{2}/)
    const [html, markdown] = ['variants.html', 'variants.md'].map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    expect(html).toContain('Number, as people')
    expect(html).toMatch(/plain: 0\.\d{3}\. as people: 0\.3\d{2}\./)
    expect(html).toContain('id="people"')
    expect(markdown).toMatch(/\| Number, as people \| \*\*0\.3\d{2}\*\* \(0\.3\d{2} to 0\.4\d{2}\)/)
    expect(markdown).toContain('As people would score')
    const json = await command(folder, ['run', 'variants.mjs', '--json'])
    const [plain] = JSON.parse(json.stdout).variants
    expect(plain.people[0]).toMatchObject({ scorerId: 'number', labels: 45, items: 60 })
    expect(plain.groups[0].groups[0].people[0].items).toBe(40)
    expect(text).toMatch(/plain better \+0\.100 better is ahead too few labels/)
    const own = answers.map((one): Judged => {
      return { ...one, answer: String(Number(one.answer) + 10), truth: one.truth + 0.05 }
    })
    const both = [
      ...labelsOf(answers, runOfWorld(answers, 'earlier', scorer), 45),
      ...labelsOf(own, runOfWorld(own, 'later', scorer), 45),
    ]
    write('variant-labels.jsonl', both)
    const compared = await command(folder, [...['run', 'variants.mjs', '--report', 'two.md']])
    expect(flat(compared.stdout)).toContain('as people')
    expect(flat(compared.stdout)).toMatch(/is ahead \+0\.050.*? −0\.0\d\d to \+0\.1\d\d/)
    expect(readFileSync(join(folder, 'two.md'), 'utf8')).toContain('is ahead | +0.050 (−0.0')
  })
})
