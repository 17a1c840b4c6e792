import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inline } from '../../src/page/inline.ts'
import { jsonForPage } from '../../src/report/html/layout.ts'
import { pageData } from '../../src/report/html/page-data.ts'
import { runName } from '../../src/report/names.ts'
import { worstFindings } from '../../src/report/run/worst-answers.ts'
import { runReport } from '../../src/report.ts'
import { withoutSharedTexts } from '../../src/shared/shared-texts.ts'
import { hostileMaterial } from './hostile.ts'
import { materialOf } from './material-of.ts'
import { attribute, type Element, elementsOf, withoutScript } from './page-elements.ts'
import { randomRun } from './random-run.ts'

const textIn = (element: Element): string =>
  element.childNodes
    .map((node) => ('value' in node ? node.value : 'childNodes' in node ? textIn(node as Element) : ''))
    .join('')

const run = randomRun({ items: 40, seed: 2 })
const material = materialOf(run, randomRun({ items: 40, seed: 3, quality: 0.1 }))
let page: string
let hostile: string

beforeAll(async () => {
  page = await runReport.html(material)
  hostile = await runReport.html(hostileMaterial())
})

describe('the HTML report', () => {
  it('allows only its own style sheet and script, by their hashes, and no request', () => {
    const elements = elementsOf(page)
    const policy = elements.find((element) => attribute(element, 'http-equiv') === 'Content-Security-Policy')
    const rules = attribute(policy ?? ({ attrs: [] } as never), 'content')?.split('; ') ?? []
    const hash = (element: Element) =>
      `'sha256-${createHash('sha256').update(textIn(element)).digest('base64')}'`
    const scripts = elements.filter(({ tagName, attrs }) => tagName === 'script' && attrs.length === 0)
    const styles = elements.filter(({ tagName }) => tagName === 'style')
    expect(scripts).toHaveLength(1)
    expect(styles).toHaveLength(1)
    expect(rules).toEqual([
      "default-src 'none'",
      `script-src ${scripts.map(hash).join(' ')}`,
      `style-src ${styles.map(hash).join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  it('shows the worst answers by all scorers and expectations, or what lost most of two runs', async () => {
    const scorers = run.header.scorers.map((one, index) => ({ ...one, scale: 1, lowerIsBetter: index === 1 }))
    const [good, bad] = scorers
    const [item] = run.items
    if (good === undefined || bad === undefined || item === undefined) expect.unreachable('the run has both')
    const { failure: _, ...answered } = item
    const scored = (score: number) =>
      ({ outcome: 'scored', score, reason: 'so it is', cost: item.cost, durationInMs: 1 }) as const
    const make = (itemId: string, first: number, second: number, more = {}) => ({
      ...{ ...answered, itemId, scores: { [good.id]: scored(first), [bad.id]: scored(second) } },
      ...more,
    })
    const items = [
      make('perfect', 1, 0),
      make('half', 0.7, 0),
      make('half', 0.5, 0, { repeat: 2 }),
      make('hateful', 1, 0.9),
      make('unmet', 1, 0, { expectations: [{ what: 'includes "Paris"', met: false, found: 'Rome' }] }),
      make('silent', 1, 0, { failure: { name: 'Error', message: 'HTTP 503', attempts: 2 }, scores: {} }),
    ]
    const header = { ...run.header, scorers: [good, bad] }
    expect(worstFindings({ header, items }, 9).map(({ item }) => item.itemId)).toEqual([
      'silent',
      'unmet',
      'hateful',
      'half',
    ])
    expect(worstFindings({ header, items }, 9).at(-1)?.item.repeat).toBe(2)
    const tied = [make('one bad score', 0, 0.1), make('two bad scores', 0, 1)]
    expect(worstFindings({ header, items: tied }, 2).map(({ item }) => item.itemId)).toEqual([
      'two bad scores',
      'one bad score',
    ])
    const alone = await runReport.html(materialOf({ header, items }))
    expect(alone).toContain('No answer: HTTP 503')
    expect(alone).toContain('Not met: includes &quot;Paris&quot;; found: Rome')
    expect(alone).toContain(`${bad.name}: so it is`)
    const text = runReport.terminal(materialOf({ header, items }))
    expect(text).toContain('\n✗ Not met  unmet\n')
    expect(text).toContain('Reason: includes "Paris"; found: Rome')
    const reason = `The start. ${'and so on '.repeat(80)}The useful end.`
    const long = { [good.id]: scored(0.4), [bad.id]: { ...scored(0.8), reason } }
    const after = [
      make('half', 0.4, 0.1),
      make('perfect', 0.4, 0.8, { scores: long }),
      { ...items[4], itemId: 'unmet' },
    ] as typeof items
    const compare = async (items: typeof after, hadFaults = false) => {
      const kept = ({ itemId, expectations }: (typeof items)[number]) =>
        make(itemId, 0.9, 0, hadFaults ? { expectations } : {})
      const earlier = { header, items: items.map(kept) }
      const text = (await runReport.html(materialOf({ header, items }, earlier))).replace(/<[^>]+>/g, '')
      return text.slice(text.search(/Worst answers|Lost most/), text.indexOf('About this run'))
    }
    const withUnmet = await compare(after)
    expect(withUnmet).toMatch(/^Worst answers\s*✗unmet: .*Not met: includes/)
    expect(withUnmet.indexOf('perfect')).toBeLessThan(withUnmet.indexOf('half'))
    // What was so before is no news.
    expect(await compare(after, true)).toMatch(/^Lost most(?!.*Not met: includes)/s)
    const lost = await compare(after.slice(0, 2))
    expect(lost).toMatch(/^Lost most/)
    expect(lost).toContain(`${bad.name} from 0.000 to 0.800: ${reason}`)
    expect(lost).toContain(`${good.name} from 0.900 to 0.400: so it is`)
    expect(runReport.terminal(materialOf({ header, items: after })).replace(/\s+/g, ' ')).toContain(reason)
    expect(runReport.markdown(materialOf({ header, items: after }))).toContain('The useful end.')
  })

  it('tells of losses only among the items that were compared', async () => {
    const [scorer] = run.header.scorers
    const [item] = run.items
    if (scorer === undefined || item === undefined) expect.unreachable('the run has both')
    const { failure: _, ...answered } = item
    const runWith = (changed: number, others: number, input: string) => ({
      header: { ...run.header, scorers: [{ ...scorer, scale: 1, lowerIsBetter: false }] },
      items: Array.from({ length: 10 }, (_, index) => ({
        ...answered,
        itemId: `q${index}`,
        input: index === 0 ? input : `question ${index}`,
        scores: {
          [scorer.id]: {
            outcome: 'scored' as const,
            score: index === 0 ? changed : others,
            cost: item.cost,
            durationInMs: 1,
          },
        },
      })),
    })
    const before = runWith(1, 0.2, 'the old question')
    const after = runWith(0, 0.6, 'a new question')
    const told = await runReport.html(materialOf(after, before))
    expect(told).toContain('left out: 1 changed')
    expect(told).not.toContain('<h2>Lost most')
    expect(told).toContain('Histogram of 9 items')
    expect(await runReport.html(materialOf(after, runWith(1, 0.2, 'a new question')))).toContain(
      '<h2>Lost most',
    )
  })

  it('says how many answers a run did not reach', async () => {
    const header = { ...run.header, dataset: { ...run.header.dataset, items: 42 } }
    const items = run.items.map(({ failure: _, ...item }) => item)
    expect(await runReport.html(materialOf({ header, items }))).toContain('2 not reached')
    expect(await runReport.html(materialOf({ header: run.header, items }))).toContain('none missing')
  })

  it('names the level of intervals that hold together', async () => {
    const [first] = material.comparisons ?? []
    const together = { comparisons: 2, level: 0.95 }
    const comparisons = [{ ...first, together } as NonNullable<typeof first>]
    expect(await runReport.html({ ...material, comparisons })).toContain(
      'Change, with its joint 95 % interval of 2 comparisons',
    )
  })

  it('names no address outside itself', () => {
    const addresses = elementsOf(page).flatMap(({ attrs }) =>
      attrs
        .filter(({ name }) => ['src', 'href', 'action', 'xlink:href', 'srcset'].includes(name))
        .map(({ value }) => value),
    )
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) expect(address).toMatch(/^#/)
    expect(page).not.toMatch(/@import|url\(/)
  })

  it('holds every answer, score and verdict as it was', () => {
    const data = elementsOf(page).find((element) => attribute(element, 'id') === 'data')
    if (data === undefined) throw new Error('the page has no data')
    const { baseline } = material
    if (baseline === undefined) throw new Error('the material has a baseline')
    const shown = pageData('before and after', [
      { label: 'Before', name: runName(baseline), run: baseline },
      { label: 'After', name: runName(run), run },
    ])
    expect(shown.items.flatMap(({ answers }) => answers.map((answer) => answer?.answer))).toEqual(
      run.items.flatMap(({ answer }, index) => [baseline.items[index]?.answer, answer]),
    )
    expect(withoutSharedTexts(JSON.parse(textIn(data)))).toEqual(JSON.parse(JSON.stringify(shown)))
  })

  it('makes no element of hostile texts: it has the tags and attributes of a harmless one, and no others', () => {
    const shape = (html: string) =>
      new Set(
        elementsOf(html).flatMap(({ tagName, attrs }) => [
          tagName,
          ...attrs.map(({ name }) => `${tagName} ${name}`),
        ]),
      )
    const harmless = shape(page)
    // A run that was cancelled has a notice beside.
    const notice = ['p data-level']
    expect([...shape(hostile)].filter((name) => !harmless.has(name) && !notice.includes(name))).toEqual([])
    expect(elementsOf(hostile).filter(({ tagName }) => tagName === 'script')).toHaveLength(2)
    expect([...shape(hostile)].filter((name) => / on/.test(name))).toEqual([])
    expect(shape(hostile)).not.toContain('img')
    expect(shape(hostile)).not.toContain('iframe')
  })

  it('holds no control that reorders text, yet ids and copies keep them', () => {
    expect(hostile).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    const data = elementsOf(hostile).find((element) => attribute(element, 'id') === 'data')
    if (data === undefined) expect.unreachable('the page has data')
    const ids = withoutSharedTexts(JSON.parse(textIn(data))) as { items: { id: string }[] }
    expect(ids.items.map(({ id }) => id)).toContainEqual(expect.stringContaining('\u202e gnp.exe \u2067'))
  })

  it('has one heading of the first level, a table for each drawing, and no id twice', () => {
    const elements = elementsOf(page)
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(elements.filter(({ tagName }) => tagName === 'h1')).toHaveLength(1)
    const drawings = elements.filter((element) => attribute(element, 'role') === 'img')
    expect(drawings.length).toBe(3 + 1 + 1 + 3 + 3 + 1)
    for (const drawing of drawings) expect(attribute(drawing, 'aria-label')?.length).toBeGreaterThan(20)
    expect(elements.filter(({ tagName }) => tagName === 'table').length).toBeGreaterThan(drawings.length)
  })

  it('is made of a run without scores, scales, gates or end as well', async () => {
    const scorers = run.header.scorers.map(({ scale: _scale, ...scorer }) => scorer)
    const bare = { ...run, header: { ...run.header, scorers }, items: [], end: undefined }
    const empty = await runReport.html(materialOf(bare))
    expect(empty).toContain('Nothing was scored.')
    expect(empty).toContain(
      'This run has not ended: it was interrupted, or is under way. It holds 0 of 40 answers.',
    )
    expect(withoutScript(empty)).not.toContain('NaN')
    const unscaled = await runReport.html(materialOf({ ...bare, items: run.items }))
    expect(withoutScript(unscaled)).not.toMatch(/NaN|undefined"|Infinity/)
  })
})

describe('parts of a page', () => {
  it('hold any JSON without an end tag or comment in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = jsonForPage(value)
        expect(text).not.toContain('<')
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(JSON.parse(jsonForPage('</script><!--'))).toBe('</script><!--')
  })

  it('refuse a script that would end itself', () => {
    expect(() => inline('const tag = "</script>"')).toThrow(/end tag/)
    expect(() => inline('/* <!-- */')).toThrow(/end tag/)
  })
})
