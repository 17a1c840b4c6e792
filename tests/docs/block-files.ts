import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import config from '../../tsdown.config.ts'
import { type CodeBlock, repository } from './pages.ts'

/** Inside the repository, so that packages resolve; ignored by git and by the other tools. */
export const directory = join(repository, 'node_modules/.cache/docs-blocks')

const [{ entry: entries }] = config as [{ entry: Record<string, string> }]
const sourceOf = (entry = 'index') => join(repository, entries[entry] ?? `no entry ${entry}`)

/** One folder a page, so that a block can import another of its page by its name. */
function pathOf({ file, line, info }: CodeBlock): string {
  return join(
    directory,
    file.replace(/\.(md|ts)$/, ''),
    info.endsWith('.ts') ? info : `line-${String(line).padStart(3, '0')}.ts`,
  )
}

/** Node strips no types below node_modules, so what is run is stripped here. */
function toJavaScript(code: string): string {
  return stripTypeScriptTypes(code)
    .replace(/(from\s+)'mastra-verdict(?:\/([\w-]+))?'/g, (_, from: string, entry?: string) => {
      return `${from}'${pathToFileURL(sourceOf(entry))}'`
    })
    .replace(/(from\s+'\.\/[\w-]+)\.ts'/g, "$1.js'")
}

/** Writes the blocks, as TypeScript to check and as JavaScript to run, and a configuration to check them with. */
export function writeBlocks(blocks: readonly CodeBlock[]): void {
  rmSync(directory, { recursive: true, force: true })
  for (const block of blocks) {
    // The runs that examples read are those of the pages.
    cpSync(join(import.meta.dirname, 'project'), dirname(pathOf(block)), { recursive: true })
    writeFileSync(pathOf(block), block.code)
    writeFileSync(scriptOf(block), toJavaScript(block.code))
  }
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }))
  const configuration = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      paths: Object.fromEntries(
        Object.keys(entries).map((entry) => [
          entry === 'index' ? 'mastra-verdict' : `mastra-verdict/${entry}`,
          [sourceOf(entry)],
        ]),
      ),
    },
    files: blocks.map(pathOf),
    include: [join(repository, 'src/**/*.d.ts')],
  }
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(configuration))
}

export function scriptOf(block: CodeBlock): string {
  return pathOf(block).replace(/\.ts$/, '.js')
}
