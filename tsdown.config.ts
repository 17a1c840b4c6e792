import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'

const common = { format: 'esm', platform: 'node', target: 'node22.13', fixedExtension: false } as const

/**
 * Packages that are large or many as they are installed, and of which little is needed: they come with this one
 * instead, each with the licences of what is in it. Paths are from the folder of the files that import them.
 */
const bundled = {
  'libphonenumber-js/min': '../../libphonenumber',
  'junit-report-builder': '../junit-report-builder',
  'd3-scale': '../../../d3-scale',
  'string-width': '../../string-width',
  'wrap-ansi': '../../wrap-ansi',
}
const entries = Object.entries(bundled)

/** What a package has within its own file. */
const within: Readonly<Record<string, readonly string[]>> = {
  'junit-report-builder': ['lodash', 'make-dir', 'semver', 'xmlbuilder'],
}

/** The packages that a file of `dist` is made of, by their folders. */
const packagesIn = (moduleIds: readonly string[]) =>
  new Set(
    moduleIds
      .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
      .flatMap((folder) => [
        folder,
        ...(within[basename(folder)] ?? []).map((name) => join(dirname(folder), name)),
      ]),
  )

async function licenceOf(folder: string): Promise<{ name: string; text: string }> {
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one))
  if (file === undefined) throw new Error(`${folder} has no licence`)
  return {
    name: folder.replace(/^.*\/node_modules\//, '').replace('/', '-'),
    text: await readFile(join(folder, file), 'utf8'),
  }
}

export default defineConfig([
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      judge: 'src/judge/index.ts',
      agreement: 'src/features/agreement/index.ts',
      audit: 'src/features/audit/index.ts',
      evaluation: 'src/evaluation.ts',
      report: 'src/report.ts',
      config: 'src/config.ts',
      'cli/main': 'src/command/main.ts',
      vitest: 'src/vitest/index.ts',
      workers: 'src/features/workers/index.ts',
      processor: 'src/features/guard/index.ts',
      monitor: 'src/features/monitor/index.ts',
    },
    dts: true,
    // One file a source file: what a user steps into is what stands in the repository.
    unbundle: true,
    deps: { neverBundle: Object.keys(bundled) },
    outputOptions: {
      paths: Object.fromEntries(entries.map(([from, folder]) => [from, `${folder}/index.js`])),
    },
  },
  // Each by itself: a file that they share would be bundled wrongly by some.
  ...entries.map(
    ([from, folder]): UserConfig => ({
      ...common,
      entry: { [`${basename(folder)}/index`]: from },
      dts: false,
      clean: false,
      minify: true,
      plugins: [
        {
          name: 'without import.meta',
          // They require modules of Node alone, for which any place will do; a CommonJS bundle of a user has none.
          renderChunk: (code: string) =>
            code.replaceAll('import.meta.url', `(import.meta.url ?? 'file:///')`),
        },
        {
          name: 'licences',
          async generateBundle(_, bundle) {
            for (const file of Object.values(bundle)) {
              if (file.type !== 'chunk') continue
              for (const folder of packagesIn(file.moduleIds)) {
                const { name, text } = await licenceOf(folder)
                this.emitFile({
                  type: 'asset',
                  fileName: `${dirname(file.fileName)}/LICENSE-${name}`,
                  source: text,
                })
              }
            }
          },
        },
      ],
      deps: { alwaysBundle: [/^[^.]/] },
    }),
  ),
])
