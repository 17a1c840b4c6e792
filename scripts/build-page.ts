/**
 * Bundles what a report runs in a browser into one script, which is kept in the repository: so it is there where
 * sources run as they are, and no bundler of a user's changes it.
 *
 *     npm run build:page
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const pathOf = (file: string) => fileURLToPath(new URL(`../src/report/html/client/${file}`, import.meta.url))
const termsOf = (name: string) =>
  fileURLToPath(new URL('LICENSE', import.meta.resolve(`${name}/package.json`)))

export async function bundlePage(): Promise<string> {
  const { output } = await build({
    input: pathOf('start.ts'),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true },
  })
  // What is of others in it is passed on with their terms.
  return `/*! In part by jsdiff:\n${readFileSync(termsOf('diff'), 'utf8').trim()}\n*/\n${output[0].code.trim()}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const script = JSON.stringify(await bundlePage())
  writeFileSync(
    pathOf('page-script.generated.ts'),
    `// Made by \`npm run build:page\`.\nexport const pageScript = ${script}\n`,
  )
}
