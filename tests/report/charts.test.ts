import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reliabilityChart } from '../../src/features/agreement/report/reliability-chart.ts'
import { histogram } from '../../src/report/html/charts/histogram.ts'
import { barChart, dumbbellPlot, forestPlot, shortened } from '../../src/report/html/charts/row-charts.ts'
import { hostileTexts } from './hostile.ts'
import { attribute, elementsOf } from './page-elements.ts'

type Drawn = ReturnType<typeof forestPlot>

/** A number that an element of the drawing has, for each element of its kind. */
const numbers = (drawing: Drawn, tag: string, name: string) =>
  elementsOf(String(drawing))
    .filter(({ tagName }) => tagName === tag)
    .map((element) => Number(attribute(element, name)))

const texts = (drawing: Drawn) =>
  elementsOf(String(drawing))
    .filter(({ tagName }) => tagName === 'text')
    .flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')))

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const widths = fc.constantFrom(320, 680, 1060)

describe('drawings', () => {
  it('put what is more further right, and all of it within, on one axis', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), widths, (middles, width) => {
        const rows = middles.map((middle) => ({ label: 'row', middle }))
        const drawing = forestPlot({ rows, reach: [], reference: 0 }, width)
        expect(String(drawing)).not.toMatch(/NaN|Infinity|undefined/)
        const places = numbers(drawing, 'circle', 'cx')
        for (const place of places) {
          expect(place).toBeGreaterThan(width * 0.17)
          expect(place).toBeLessThanOrEqual(width - 24)
        }
        const order = (values: readonly number[]) =>
          values
            .map((_one, index) => index)
            .toSorted((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
        const sorted = order(middles).map((index) => places[index] ?? 0)
        expect(sorted).toEqual(sorted.toSorted((one, other) => one - other))
      }),
      {
        examples: [
          [[-5e-324, 5e-324], 320],
          [[1e6, 1e6 + 1e-9], 680],
        ],
      },
    )
  })

  it('put values in proportion, between the ends of their axis', () => {
    const rows = [0, 0.25, 1].map((middle) => ({ label: 'row', middle, interval: { low: 0, high: 1 } }))
    const drawing = forestPlot({ rows, reach: [] }, 680)
    expect(numbers(drawing, 'circle', 'cx')).toEqual([210, 321.5, 656])
    expect(texts(drawing).slice(0, 6)).toEqual(['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'])
    expect(String(drawing)).toContain('d="M210 26H656M210 19v14M656 19v14"')
  })

  it('tell the values of an axis apart, however near they are, with a true minus sign', () => {
    const rows = [{ label: 'row', middle: -0.0002 }]
    const [first, ...others] = texts(forestPlot({ rows, reach: [0.0002] }, 680)).slice(0, -1)
    expect(first).toBe('−0.0002')
    expect(new Set(others).size).toBe(others.length)
  })

  it('have a place for what is all the same', () => {
    const moves = [{ label: 'row', before: 0, after: 0, color: 'var(--good)' }]
    const drawing = dumbbellPlot(moves, [0], 340)
    const [before, after] = numbers(drawing, 'circle', 'cx')
    expect(before).toBe(after)
    expect(texts(drawing)).toEqual(['−1.0', '−0.5', '0.0', '0.5', '1.0', 'row'])
    expect(texts(barChart([{ label: 'nothing', value: 0, text: '0' }], 320))).toEqual(['nothing', '0'])
  })

  it('count in whole numbers, as high as there are', () => {
    const counts = [1, 0, 3]
    const bins = counts.map((count, index) => ({ from: index, to: index + 1, count }))
    const drawing = histogram({ bins, before: bins }, 340)
    expect(numbers(drawing, 'rect', 'height')).toEqual([38, 114])
    expect(texts(drawing).slice(0, 4)).toEqual(['0', '1', '2', '3'])
    expect(String(drawing)).toContain('stroke-dasharray')
    const few = histogram({ bins: [{ from: 0, to: 1, count: 1 }] }, 340)
    expect(texts(few).slice(0, 2)).toEqual(['0', '1'])
  })

  it('show a score that is right as a point on the diagonal', () => {
    const drawing = reliabilityChart([{ low: 0, high: 0.5, rows: 4, said: 0.25, found: 0.25 }], 400)
    // The square reaches from 46 to 386 and from 352 up to 12.
    expect(numbers(drawing, 'circle', 'cx')).toEqual([131])
    expect(numbers(drawing, 'circle', 'cy')).toEqual([267])
    expect(texts(drawing)).toContain('4')
  })

  it('hold text of others as text', () => {
    for (const label of hostileTexts) {
      const drawing = String(barChart([{ label, value: 1, text: label }], 1060))
      const tags = new Set(elementsOf(drawing).map(({ tagName }) => tagName))
      expect([...tags].toSorted()).toEqual(['body', 'head', 'html', 'path', 'rect', 'svg', 'text'])
    }
  })
})

describe('labels', () => {
  it('keep their beginning, and whole characters', () => {
    expect(shortened('Answer relevancy', 320 * 0.38)).toBe('Answer relevancy')
    expect(shortened('A scorer with quite a long name', 115)).toBe('A scorer with…')
    expect(shortened('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 30)).toBe('👩‍👩‍👧…')
    expect(shortened('x'.repeat(5_000_000), 115).length).toBeLessThan(20)
  })
})
