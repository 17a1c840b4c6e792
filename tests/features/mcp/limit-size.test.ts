import { expect, it } from 'vitest'
import { boundedText } from '../../../src/features/mcp/limit-size.ts'

it.each(['x'.repeat(30_000), 'a line\n'.repeat(5000)])(
  'a text with the note on what is missing is within the limit',
  (text) => {
    for (const limit of [20_000, 1000]) {
      const shown = boundedText(text, limit)
      expect(shown.length).toBeLessThanOrEqual(limit)
      expect(shown).toMatch(/… \d+ of \d+ characters are left out\.$/)
    }
    expect(boundedText(text, 50_000)).toBe(text)
  },
)
