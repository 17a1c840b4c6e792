import { afterEach, expect, test, vi } from 'vitest'
import { encoderIsMissing } from '../../../../src/judge/embedded/encoding/missing.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('says where packages can be installed how to do it', () => {
  expect(encoderIsMissing()).toMatch(/is not installed, so .*npm install --save-exact @lat\.md\/embed@/)
})

test('says in a server of Next.js how the files get there', () => {
  vi.stubEnv('NEXT_RUNTIME', 'nodejs')
  expect(encoderIsMissing()).toContain(
    "outputFileTracingIncludes: { '/**': ['./node_modules/@lat.md/**/*'] }",
  )
})

test('advises nothing to install where it could not run', () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  expect(encoderIsMissing()).toContain('does not run in Cloudflare Workers')
  expect(encoderIsMissing()).not.toContain('npm install')
})
