import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { measureAgreement } from '../../../../src/features/agreement/index.ts'
import type { AgreementResult } from '../../../../src/features/agreement/result.ts'
import { agreementReport } from '../../../../src/report.ts'
import { createAnswerRelevancyScorer } from '../../../../src/scorers/index.ts'
import { attribute, elementsOf, withoutScript } from '../../../report/page-elements.ts'
import { bracketJudge, rows } from '../support.ts'
import { agreementOf, hostileAgreement } from './agreement-of.ts'

let result: AgreementResult
let page: string
let hostile: AgreementResult

beforeAll(async () => {
  result = await agreementOf()
  page = await agreementReport.html(result)
  hostile = await hostileAgreement()
})

describe('the HTML report of agreement', () => {
  it('makes no element of hostile texts: it has the tags and attributes of a harmless one, and no others', async () => {
    const shape = (html: string) =>
      new Set(
        elementsOf(html).flatMap(({ tagName, attrs }) => [
          tagName,
          ...attrs.map(({ name }) => `${tagName} ${name}`),
        ]),
      )
    const harmed = await agreementReport.html(hostile)
    const harmless = shape(page)
    // The harmless one has nothing to warn of.
    const notice = ['p data-level']
    expect([...shape(harmed)].filter((name) => !harmless.has(name) && !notice.includes(name))).toEqual([])
    const scripts = (html: string) => elementsOf(html).filter(({ tagName }) => tagName === 'script').length
    expect(scripts(harmed)).toBe(scripts(page))
    expect([...shape(harmed)].filter((name) => / on/.test(name))).toEqual([])
    // It is the text of others that is shown, and nothing was left out.
    expect(harmed).toContain('&lt;script&gt;window.harmed')
  })

  it('names no address outside itself, and has one title, a table for each drawing and no id twice', () => {
    const elements = elementsOf(page)
    const addresses = elements.flatMap(({ attrs }) =>
      attrs
        .filter(({ name }) => ['src', 'href', 'action', 'srcset'].includes(name))
        .map(({ value }) => value),
    )
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) expect(address).toMatch(/^#/)
    const ids = elements.flatMap((element) => attribute(element, 'id') ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(elements.filter(({ tagName }) => tagName === 'h1')).toHaveLength(1)
    const drawings = elements.filter((element) => attribute(element, 'role') === 'img')
    expect(drawings).toHaveLength(3)
    for (const drawing of drawings) expect(attribute(drawing, 'aria-label')?.length).toBeGreaterThan(20)
    expect(elements.filter(({ tagName }) => tagName === 'table')).toHaveLength(3 + 3)
  })

  it('shows each disagreement with question, statement, label, verdict and the judge’s words', () => {
    expect(result.disagreements).toHaveLength(10)
    for (const { id, said, words = '' } of result.disagreements) {
      expect(page).toContain(id)
      expect(page).toContain(said)
      expect(page).toContain(words)
    }
    expect(page).toContain('How tall is the tower in Paris?')
  })

  it('is made of a result without scores, and of grades, without a number that is none', async () => {
    const scorer = createAnswerRelevancyScorer({ model: bracketJudge() })
    const empty = await measureAgreement({
      scorer,
      data: rows(['yes', '[fail]', 6], ['no', '[abstain]', 6]),
      resamples: 1000,
    })
    const graded = await measureAgreement({
      scorer,
      data: rows([1, '[no]', 6], [2, '[unsure]', 6], [5, '[yes]', 6]),
      resamples: 1000,
    })
    for (const one of [empty, graded]) {
      const html = await agreementReport.html(one)
      expect(withoutScript(html)).not.toMatch(/NaN|Infinity|>undefined</)
      expect(agreementReport.terminal(one)).not.toMatch(/NaN|Infinity|undefined/)
    }
    expect(await agreementReport.html(graded)).toContain('Spearman’s rho')
  })
})

describe('the terminal report of agreement', () => {
  it('has no control characters of others and no line that is wider than the terminal', () => {
    for (const width of [20, 60, 80, 132]) {
      const text = agreementReport.terminal(hostile, { width, examples: 10 })
      expect(text).toBe(stripVTControlCharacters(text))
      expect(text.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
      expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(width)
    }
  })

  it('says what was found, beside what can be had without a judge', () => {
    const text = agreementReport.terminal(result, { width: 110, details: true })
    expect(text).toContain('Answer Relevancy, judged by brackets')
    expect(text).toMatch(/110 of 120 rows scored, 6 not scorable, 4 failed; 60 groups/)
    expect(text).toMatch(/Cohen’s kappa +│ +0\.\d\d │.*\n│ +│ +0\.\d\d to 0\.\d\d/)
    expect(text).toMatch(/It beats length: its area under the curve is/)
    expect(text).toContain('Krippendorff’s alpha of up to 2 raters over 120 rows')
    expect(text).toContain('6 × not scorable: it cannot say (first: row-7)')
  })

  it('refuses options that are wrong', () => {
    expect(() => agreementReport.terminal(result, { width: 3 })).toThrow(/width/)
  })
})

it('the JSON report is the result', () => {
  expect(JSON.parse(agreementReport.json(result))).toEqual(result)
})
