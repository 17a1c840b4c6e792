import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeSchemas } from '../scripts/build-schemas.ts'

it('the schemas of the package are made from its types as they are', () => {
  for (const [name, text] of Object.entries(makeSchemas())) {
    const kept = readFileSync(join(import.meta.dirname, '../schemas', name), 'utf8')
    expect(kept, 'out of date: `npm run build:schemas` makes it again').toBe(text)
  }
})
