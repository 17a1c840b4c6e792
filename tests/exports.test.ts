import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import * as scorers from '../src/scorers/index.ts'
import config from '../tsdown.config.ts'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, unknown> }
const [{ entry: built }] = config as [{ entry: Record<string, string> }]
/** Each way into the package, and the module that it opens. */
const entries = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => ({
    path: path.replace('.', 'mastra-verdict'),
    file: new URL(`../${built[path === '.' ? 'index' : path.slice(2)]}`, import.meta.url),
  }))

/** The types that a module exports by name, with those of modules that it exports as a whole. */
function typesOf(file: URL): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name ?? '')
  const listed = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, allTypes, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (allTypes !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '').replace(/^.* as /, '')),
  )
  const whole = [...text.matchAll(/^export (?:type )?\* from '([^']*)'/gm)].map(
    ([, from = '']) => new URL(from, file),
  )
  return [...new Set([...declared, ...listed, ...whole.flatMap(typesOf)])].sort()
}

const modules = await Promise.all(
  entries.map(async ({ path, file }) => {
    const values = Object.keys((await import(fileURLToPath(file))) as object).sort()
    return { path, values, types: typesOf(file) }
  }),
)
const lined = (names: readonly string[]) => names.map((name) => `  ${name}\n`).join('')

describe('the package exports', () => {
  it('what stands in exports.txt: an export cannot appear or vanish unnoticed', async () => {
    const text = modules
      .map(({ path, values, types }) => `${path}\n${lined(values)}${path}, types\n${lined(types)}`)
      .join('\n')
    await expect(text).toMatchFileSnapshot('./exports.txt')
  })

  it('no value that no page names', () => {
    const pages = ['README.md', ...globSync('docs/**/*.md')].map((page) => readFileSync(page, 'utf8'))
    const named = new Set(pages.join('\n').match(/\w+/g))
    const unnamed = modules.flatMap(({ path, values }) =>
      values.filter((name) => !named.has(name)).map((name) => `${path}: ${name}`),
    )
    expect(unnamed).toEqual([])
  })

  it('what most people need from the root: at most 70 values', () => {
    const [root] = modules
    expect(root?.values).toEqual(expect.arrayContaining([...Object.keys(scorers), 'evaluate']))
  })
})
