import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRules } from '../../../src/scorers/rubric/rules.ts'

const grades = (accuracy: number, comprehensiveness: number, contextPrecision: number) => ({
  accuracy,
  comprehensiveness,
  contextPrecision,
})
const facts = { hasContext: true, unrelated: false }
const grade = fc.integer({ min: 0, max: 10 })

describe('the rules of the rubric', () => {
  it.each([
    [5, 4, 5, 0.5],
    [2, 2, 2, 0.2],
    [8, 7, 9, 0.8],
    [2, 9, 9, 0.3],
    [10, 10, 10, 1],
    [3, 9, 9, 0.7],
    [0, 0, 0, 0],
  ])('make %d, %d, %d a final of %d', (accuracy, comprehensiveness, contextPrecision, final) => {
    expect(applyRules(grades(accuracy, comprehensiveness, contextPrecision), facts).final).toBe(final)
  })

  it('without context set context precision to 0', () => {
    expect(applyRules(grades(9, 9, 9), { ...facts, hasContext: false })).toEqual({
      ...grades(9, 9, 0),
      final: 0.6,
      rules: ['no-context'],
    })
  })

  it('limit the other two to 4 at an accuracy of 2', () => {
    expect(applyRules(grades(2, 9, 3), facts)).toEqual({
      ...grades(2, 4, 3),
      final: 0.3,
      rules: ['low-accuracy'],
    })
  })

  it('set all to 0 for an unrelated answer, whatever the grades', () => {
    expect(applyRules(grades(10, 10, 10), { ...facts, unrelated: true })).toEqual({
      ...grades(0, 0, 0),
      final: 0,
      rules: ['unrelated'],
    })
  })

  it('keep the final within 0 and 1 with one decimal, and never raise a grade', () => {
    fc.assert(
      fc.property(grade, grade, grade, fc.boolean(), fc.boolean(), (a, c, p, hasContext, unrelated) => {
        const result = applyRules(grades(a, c, p), { hasContext, unrelated })
        expect(result.final).toBeGreaterThanOrEqual(0)
        expect(result.final).toBeLessThanOrEqual(1)
        expect(result.final).toBe(Number(result.final.toFixed(1)))
        expect(result.comprehensiveness).toBeLessThanOrEqual(c)
        expect(result.contextPrecision).toBeLessThanOrEqual(p)
      }),
    )
  })

  it('never give a worse grade a better final', () => {
    fc.assert(
      fc.property(grade, grade, grade, grade, (a, c, p, lower) => {
        const before = applyRules(grades(a, c, p), facts).final
        expect(applyRules(grades(Math.min(a, lower), c, p), facts).final).toBeLessThanOrEqual(before)
        expect(applyRules(grades(a, Math.min(c, lower), p), facts).final).toBeLessThanOrEqual(before)
      }),
    )
  })

  it.each([-1, 11, 5.5, Number.NaN])('refuse a grade of %d', (accuracy) => {
    expect(() => applyRules(grades(accuracy, 5, 5), facts)).toThrow(/accuracy must be/)
  })
})
