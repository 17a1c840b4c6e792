import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceFile } from '../../src/shared/replace-file.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'verdict-replace-'))

describe('a file that is replaced', () => {
  it('keeps who may read it, and may have the longest name', async () => {
    const folder = newFolder()
    const file = join(folder, 'a'.repeat(255))
    writeFileSync(file, 'old')
    chmodSync(file, 0o640)
    await replaceFile(file, 'new')
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o640])
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('is never seen half, by whoever reads it meanwhile', async () => {
    const file = join(newFolder(), 'page')
    const texts = ['a', 'b'].map((letter) => letter.repeat(3_000_000))
    await replaceFile(file, texts[0] ?? '')
    const seen = new Set<boolean>()
    for (let round = 1; round <= 20; round += 1) {
      const writing = replaceFile(file, texts[round % 2] ?? '')
      let isWriting = true
      void writing.finally(() => {
        isWriting = false
      })
      while (isWriting) {
        seen.add(texts.includes(readFileSync(file, 'utf8')))
        await new Promise(setImmediate)
      }
      await writing
    }
    expect([...seen]).toEqual([true])
  })
})

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
const mounting = canMount ? '' : ' (skipped: no file system can be mounted here)'
describe.skipIf(!canMount)(`a report on a disk that is full${mounting}`, () => {
  const main = join(import.meta.dirname, '../../src/command/main.ts')

  it('is an error, the old one stays as it was, and nothing beside it', () => {
    const disk = join(newFolder(), 'disk')
    mkdirSync(disk)
    const rows = join(disk, '..', 'answers.csv')
    writeFileSync(rows, 'input,output\nHow tall?,It is tall.\n')
    const report = '"$1" "$2" run "$3" --scorer tone --file "$(mktemp -u ../runXXXXXX)" --report report.html'
    const fill = 'cp report.html ../before.html; dd if=/dev/zero of=fill bs=1k status=none 2>/dev/null'
    const program = `mount -t tmpfs -o size=400k none "$0" && cd "$0" && ${report} >/dev/null && { ${fill}; ${report} >/dev/null; echo $? >&2; cmp report.html ../before.html; ls -A >&2; }`
    const { stderr } = spawnSync('unshare', ['-m', 'sh', '-c', program, disk, process.execPath, main, rows], {
      encoding: 'utf8',
    })
    expect(stderr).toMatch(
      /report\.html cannot be written: the disk is full \(ENOSPC\)\n2\nfill\nreport\.html\n$/,
    )
  })
})
