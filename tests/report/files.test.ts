import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { markdownText } from '../../src/report/safe-text.ts'
import { type JsonReport, runReport } from '../../src/report.ts'
import { runs } from '../support/random-runs.ts'
import { hostileMaterial } from './hostile.ts'
import { materialOf } from './material-of.ts'
import { randomRun } from './random-run.ts'

const run = randomRun({ items: 120, seed: 2 })
const material = materialOf(run, randomRun({ items: 120, seed: 3, quality: 0.1 }))

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** All elements of an XML document; throws where it is not well-formed XML 1.0. */
function readXml(text: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    elements.push(element)
    open.push(element)
  })
  const addText = (part: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => open.pop())
  parser.write(text).close()
  return elements
}

describe('the JUnit report', () => {
  const count = (id: string, outcome: string) =>
    run.items.filter(({ scores }) => scores[id]?.outcome === outcome).length
  const unanswered = run.items.filter(({ failure }) => failure !== undefined).length

  it('has a suite of gates and one for each scorer, with counts that are right', async () => {
    const suites = readXml(await runReport.junit(material)).filter(({ name }) => name === 'testsuite')
    expect(
      suites.map(({ attributes: { name, tests, failures, errors, skipped } }) => [
        name,
        tests,
        failures,
        errors,
        skipped,
      ]),
    ).toEqual([
      ['gates', '3', '1', '1', '0'],
      ...run.header.scorers.map(({ id, name }) => [
        name,
        '120',
        '0',
        String(count(id, 'failed') + unanswered),
        String(count(id, 'not scorable')),
      ]),
    ])
  })

  it('has a case for each answer and scorer, with its score as a property', async () => {
    const elements = readXml(await runReport.junit(material))
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(3 + 3 * 120)
    const scores = elements
      .filter(({ name }) => name === 'property')
      .map(({ attributes }) => Number(attributes.value))
    const expected = run.header.scorers.flatMap(({ id }) =>
      run.items.flatMap(({ scores: { [id]: record } }) =>
        record?.outcome === 'scored' ? [record.score] : [],
      ),
    )
    expect(scores).toEqual(expected)
  })

  it('names repeats, and reports what holds no result as an error', async () => {
    const repeated = randomRun({ items: 1, repeats: 2, seed: 4 })
    const items = repeated.items.map((item) => ({ ...item, failure: undefined, scores: {} }))
    const elements = readXml(await runReport.junit(materialOf({ ...repeated, items })))
    expect(elements.filter(({ name }) => name === 'testcase')[1]?.attributes.name).toBe(
      'question-0001, repeat 2',
    )
    expect(elements.find(({ name }) => name === 'error')?.attributes.type).toBe('no result')
  })

  it('steers no terminal that shows it', async () => {
    const steering = '\u009b31m\u009d52;c;\u202ereversed\u2066'
    const [first] = run.items
    if (!first) throw new Error('a run has items')
    const hostile = { ...run, items: [{ ...first, itemId: steering }, ...run.items.slice(1)] }
    expect(await runReport.junit(materialOf(hostile))).not.toMatch(
      /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
    )
  })

  it('is well-formed whatever the texts', async () => {
    const hostile = await runReport.junit(hostileMaterial())
    expect(() => readXml(hostile)).not.toThrow()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
        const gates = [{ gate: 'failed', scorerId: text, result: 'failed', sentence: text }] as const
        const [element] = readXml(
          await runReport.junit({ ...materialOf(randomRun({ items: 1 })), gates }),
        ).filter(({ name }) => name === 'failure')
        expect(element?.attributes.message).toHaveLength(text.toWellFormed().length)
      }),
      { numRuns: runs(200) },
    )
  })
})

describe('the JSON report', () => {
  it('holds what it was given, in the order of the scorers', () => {
    const report: JsonReport = JSON.parse(
      runReport.json({ ...material, summaries: material.summaries.toReversed() }),
    )
    expect(report.scorers).toMatchObject(material.summaries)
    expect(report.comparisons).toEqual(material.comparisons)
    expect(report.gates).toEqual(material.gates)
    expect(report.answers).toEqual({
      total: 120,
      failed: run.items.filter(({ failure }) => failure !== undefined).length,
    })
    expect(report.run).not.toHaveProperty('kind')
    expect(report.version).toBe(1)
  })

  it('has the same fields for every run', () => {
    const keys = (text: string) => Object.keys(JSON.parse(text))
    expect(keys(runReport.json(material))).toEqual([
      'kind',
      'headline',
      'version',
      'run',
      'end',
      'notices',
      'answers',
      'scorers',
      'repeats',
      'comparisons',
      'people',
      'peopleComparisons',
      'gates',
      'outcome',
      'groups',
      'failures',
      'notScorable',
      'worst',
      'cost',
    ])
    expect(keys(runReport.json(materialOf({ ...run, end: undefined, items: [] })))).toEqual([
      'kind',
      'headline',
      'version',
      'run',
      'notices',
      'answers',
      'scorers',
      'repeats',
      'comparisons',
      'people',
      'peopleComparisons',
      'gates',
      'groups',
      'failures',
      'notScorable',
      'worst',
      'cost',
    ])
  })
})

describe('the Markdown summary', () => {
  it('has a table for each part, each row with as many cells as its heading', () => {
    for (const summary of [runReport.markdown(material), runReport.markdown(hostileMaterial())]) {
      const tables = summary.split('\n\n').filter((block) => block.startsWith('| '))
      expect(tables.length).toBeGreaterThanOrEqual(6)
      for (const table of tables) {
        // A pipe that a backslash precedes is text.
        const widths = table
          .trimEnd()
          .split('\n')
          .map((row) => row.match(/(?<!\\)\|/g)?.length)
        expect(new Set(widths).size, table).toBe(1)
      }
    }
  })

  it('leaves nothing of a text to be taken for mark-up', () => {
    expect(markdownText('![x](https://e.org) <b> `c` **d** a|b www.e.org')).toBe(
      '\\!\\[x\\](https\\://e.org) \\<b\\> \\`c\\` \\*\\*d\\*\\* a\\|b www\\.e.org',
    )
    const summary = runReport.markdown(hostileMaterial())
    const own = /^<!-- mastra-verdict report -->\n|^<details><summary>Details<\/summary>$|^<\/details>$/gm
    expect(summary.replace(own, '')).not.toMatch(/(?<!\\)[<>`[\]]/)
  })

  it('stays within its limit, and says how many rows are left out', () => {
    const long = randomRun({ items: 400, seed: 7 })
    const summary = runReport.markdown(materialOf(long, run), { examples: 400, maximumBytes: 20_000 })
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(20_000)
    expect(Buffer.byteLength(summary)).toBeGreaterThan(18_000)
    expect(summary).toMatch(/… [\d,]+ rows left out for length\./)
    for (const title of ['### Gates', '### Scores', '### Worst answers']) expect(summary).toContain(title)
    expect(runReport.markdown(material)).not.toContain('left out for length')
  })

  it('refuses a limit above that of GitHub, and a heading that is too long', () => {
    expect(() => runReport.markdown(material, { maximumBytes: 2_000_000 })).toThrow(TypeError)
    const name = 'x'.repeat(5000)
    const named = { ...material, run: { ...run, header: { ...run.header, name } } }
    expect(() => runReport.markdown(named, { maximumBytes: 4096 })).toThrow(RangeError)
  })
})
