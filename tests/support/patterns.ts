import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'acorn'

export interface Pattern {
  readonly source: string
  readonly flags: string
  readonly file: string
}

/** Starts a program or a test runner when it is imported, or runs in a browser: its literals are read all the same. */
const notImported = /src\/(?:command\/(?:main|start)|vitest\/|mastra\/|.*\/client\/)/

/** Every regular expression of the package: those written down, and those that its modules make when imported. */
export async function patternsOf(files: readonly string[]): Promise<Pattern[]> {
  const patterns = new Map<string, Pattern>()
  const add = (source: string, flags: string, file: string) =>
    patterns.set(`/${source}/${flags}`, { source, flags, file })
  for (const file of files) {
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    parse(code, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      onToken({ type, start, end }) {
        const literal = code.slice(start, end)
        const close = literal.lastIndexOf('/')
        if (type.label === 'regexp') add(literal.slice(1, close), literal.slice(close + 1), file)
      },
    })
  }
  const original = globalThis.RegExp
  let importing = ''
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      const made = Reflect.construct(target, args)
      // By a module of the package itself: what a library makes is the library's.
      const [maker] = (new Error('where').stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(1)
      if (maker?.includes(`${resolve('src')}/`)) add(made.source, made.flags, importing)
      return made
    },
  })
  try {
    for (const file of files.filter((file) => !notImported.test(file))) {
      importing = file
      await import(pathToFileURL(resolve(file)).href)
    }
  } finally {
    globalThis.RegExp = original
  }
  return [...patterns.values()]
}

/** What ships; the docs agent reads the pages of this repository only. */
export function shippedFiles(): string[] {
  return globSync('src/**/*.ts').filter(
    (file) => !file.endsWith('.d.ts') && !/src\/(?:agents|mastra)\//.test(file),
  )
}
