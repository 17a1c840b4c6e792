import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { repository } from '../docs/pages.ts'

/** Packages that Node looks up while it imports a module of the sources. */
function packagesOf(module: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const names = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        if (!/^(?:[./]|node:|file:)/.test(specifier)) names.add(specifier.split('/')[0])
        return next(specifier, context)
      },
    })
    await import(${JSON.stringify(`${repository}${module}`)})
    console.log([...names].join(' '))`
  return execFileSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    .trim()
    .split(' ')
}

describe('the chart library', () => {
  it('is not loaded by scorers, nor by reports before one is made', () => {
    expect(packagesOf('src/index.ts')).not.toContain('echarts')
    const packages = packagesOf('src/report/index.ts')
    expect(packages).toContain('cli-table3')
    expect(packages).not.toContain('echarts')
    expect(packagesOf('src/report/html/charts/bars.ts')).not.toContain('echarts')
  })

  it('is asked for in a sentence where a report in HTML is made without it', () => {
    const program = `
      import { registerHooks } from 'node:module'
      registerHooks({
        resolve: (specifier, context, next) =>
          // Node looks for it from the root of the disk, where it is not.
          next(specifier, specifier.startsWith('echarts') ? { ...context, parentURL: 'file:///x.js' } : context),
      })
      const { htmlReport, jsonReport } = await import('${repository}src/report/index.ts')
      const { materialOf } = await import('${repository}tests/report/material-of.ts')
      const { randomRun } = await import('${repository}tests/report/random-run.ts')
      const material = materialOf(randomRun({ items: 3 }))
      JSON.parse(jsonReport(material))
      await htmlReport(material).catch(({ message, cause }) => console.log(message, cause.code))`
    const said = execFileSync('node', ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    expect(said).toBe(
      'htmlReport draws its charts with echarts, which is not installed: npm install echarts ERR_MODULE_NOT_FOUND\n',
    )
  })
})
