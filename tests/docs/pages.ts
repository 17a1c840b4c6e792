import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../', import.meta.url))

export interface Page {
  /** Path from the repository's folder: 'docs/reference/judges.md'. */
  readonly file: string
  readonly text: string
}

export interface CodeBlock {
  readonly file: string
  /** Of its first line, in the page. */
  readonly line: number
  /** 'ts', 'json', 'sh', … */
  readonly language: string
  /** What follows the language: 'no-run', or the name under which other blocks of the page import this one. */
  readonly info: string
  readonly code: string
}

export function readPages(): Page[] {
  const files = [
    'README.md',
    'AGENTS.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'SKILL.md',
    ...globSync('docs/**/*.md', { cwd: repository }),
  ]
  return files.sort().map((file) => ({ file, text: readFileSync(`${repository}${file}`, 'utf8') }))
}

/** The examples in doc comments of the source, each file as a page that has its comments alone, on their lines. */
export function readExamples(): Page[] {
  return globSync('src/**/*.ts', { cwd: repository }).flatMap((file) => {
    const source = readFileSync(`${repository}${file}`, 'utf8')
    const isComment = /^ *\* ?(.*)$/
    const text = source.split('\n').map((line) => isComment.exec(line)?.[1] ?? '')
    return source.includes('@example') ? { file, text: text.join('\n') } : []
  })
}

const fencedBlock = /^```(\w+)[^\S\n]*([^\n]*)\n(.*?)^```$/gms

export function codeBlocksOf({ file, text }: Page): CodeBlock[] {
  return Array.from(
    text.matchAll(fencedBlock),
    ({ 1: language = '', 2: info = '', 3: code = '', index }) => ({
      file,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      info: info.trim(),
      code,
    }),
  )
}
