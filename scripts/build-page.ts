/**
 * Bundles what pages run in a browser into one script each, which is kept in the repository: so it is there where
 * sources run as they are, and no bundler of a user's changes it.
 *
 *     npm run build:page
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const pathOf = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url))
const termsOf = (name: string) =>
  fileURLToPath(new URL('LICENSE', import.meta.resolve(`${name}/package.json`)))

async function bundle(input: string): Promise<string> {
  const { output } = await build({
    input: pathOf(input),
    platform: 'browser',
    write: false,
    output: { format: 'iife', minify: true },
  })
  return output[0].code.trim()
}

/** The script of reports. */
export async function bundlePage(): Promise<string> {
  const code = await bundle('report/html/client/start.ts')
  // What is of others in it is passed on with their terms.
  return `/*! In part by jsdiff:\n${readFileSync(termsOf('diff'), 'utf8').trim()}\n*/\n${code}`
}

/** The script of the page that people label in. */
export const bundleLabelling = () => bundle('features/labels/page/client/start.ts')

function write(file: string, name: string, script: string): void {
  writeFileSync(
    pathOf(file),
    `// Made by \`npm run build:page\`.\nexport const ${name} = ${JSON.stringify(script)}\n`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  write('report/html/client/page-script.generated.ts', 'pageScript', await bundlePage())
  write(
    'features/labels/page/client/labelling-script.generated.ts',
    'labellingScript',
    await bundleLabelling(),
  )
}
