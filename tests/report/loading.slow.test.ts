import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repository } from '../docs/pages.ts'

/** Packages that the sources of the project look up while a program runs. */
function packagesOf(program: string): string[] {
  const watched = `
    import { registerHooks } from 'node:module'
    const names = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const ours = context.parentURL?.startsWith('file://${repository}src/')
        if (ours && !/^(?:[./]|node:|file:)/.test(specifier))
          names.add(/^(?:@[^/]+[/])?[^/]+/.exec(specifier)[0])
        return next(specifier, context)
      },
    })
    ${program}
    console.log([...names].join(' '))`
  return execFileSync('node', ['--input-type=module', '--eval', watched], { encoding: 'utf8' })
    .trim()
    .split(' ')
}

describe('what a report in HTML is made with', () => {
  it('comes with a plain install', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(`${repository}package.json`, 'utf8'),
    )
    const packages = packagesOf(`
      const { runReport } = await import('${repository}src/report.ts')
      const { materialOf } = await import('${repository}tests/report/material-of.ts')
      const { randomRun } = await import('${repository}tests/report/random-run.ts')
      await runReport.html(materialOf(randomRun({ items: 3 }), randomRun({ items: 3, seed: 2 })))`)
    const optional = Object.keys(peerDependenciesMeta)
    const required = Object.keys(peerDependencies).filter((name) => !optional.includes(name))
    // These are bundled into `dist`: see tsdown.config.ts.
    const withinJunit = ['lodash', 'make-dir', 'semver', 'xmlbuilder']
    const bundled = ['string-width', 'd3-scale', 'wrap-ansi', 'junit-report-builder', ...withinJunit]
    const installed = new Set([...Object.keys(dependencies), ...required, ...bundled])
    expect(packages).toContain('hono')
    expect(packages.filter((name) => !installed.has(name))).toEqual([])
  })

  it('is not loaded by scorers', () => {
    expect(packagesOf(`await import('${repository}src/index.ts')`)).not.toContain('d3-scale')
  })
})
