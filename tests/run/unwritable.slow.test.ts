import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folder } from '../evaluation/support.ts'

const script = join(import.meta.dirname, '../evaluation/evaluation-process.ts')
/** The user 'nobody', who owns nothing. */
const nobody = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

/** A folder of this user that others may enter. */
function openFolder(): string {
  const directory = folder()
  chmodSync(directory, 0o777)
  return directory
}

/** An evaluation as another user: what it wrote on its standard error, and how it ended. */
function evaluateAsNobody(file: string) {
  const { status, stderr } = spawnSync(process.execPath, [script, file, '/dev/null'], {
    ...nobody,
    cwd: '/',
    encoding: 'utf8',
  })
  return { status, said: stderr.trim() }
}

const asRoot = isRoot ? '' : ' (skipped: only root can become another user)'
describe.skipIf(!isRoot)(`a run file of another user${asRoot}`, () => {
  it('is written where the folder allows it', () => {
    const file = join(openFolder(), 'run.jsonl')
    expect(evaluateAsNobody(file)).toEqual({ status: 0, said: '' })
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3)
  })

  it('in a folder that may not be written is an error with a sentence, and nothing is scored', () => {
    const directory = openFolder()
    chmodSync(directory, 0o555)
    const { status, said } = evaluateAsNobody(join(directory, 'run.jsonl'))
    expect(status).toBe(3)
    expect(said).toMatch(
      /^unwritable: .*run\.jsonl\.lock: cannot be written: this user is not allowed to read or write it \(EACCES\)/,
    )
    expect(existsSync(join(directory, 'run.jsonl'))).toBe(false)
  })

  it('that may only be read stays as it is, and its lock is given back', () => {
    const file = join(openFolder(), 'run.jsonl')
    evaluateAsNobody(file)
    const before = readFileSync(file, 'utf8').split('\n').slice(0, 1).join('\n')
    writeFileSync(file, `${before}\n`)
    execFileSync('chown', ['0:0', file])
    chmodSync(file, 0o444)
    const { status, said } = evaluateAsNobody(file)
    expect(status).toBe(3)
    expect(said).toMatch(
      /^unwritable: .*run\.jsonl: cannot be written: this user is not allowed to .*\(EACCES\)/,
    )
    expect(readFileSync(file, 'utf8')).toBe(`${before}\n`)
    expect(existsSync(`${file}.lock`)).toBe(false)
  })

  it('that may not be read is an error that says so', () => {
    const file = join(openFolder(), 'run.jsonl')
    writeFileSync(file, '')
    chmodSync(file, 0o000)
    const { status, said } = evaluateAsNobody(file)
    expect(status).toBe(3)
    expect(said).toMatch(
      /^unreadable: .*run\.jsonl: cannot be read: this user is not allowed to .*\(EACCES\)/,
    )
    expect(existsSync(`${file}.lock`)).toBe(false)
  })
})

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
const mounting = canMount ? '' : ' (skipped: no file system can be mounted here)'
describe.skipIf(!canMount)(`a run file on a disk of its own${mounting}`, () => {
  /** Runs the evaluation behind a mount that only it sees. */
  function evaluateOn(options: string, prepare = 'true') {
    const directory = join(folder(), 'disk')
    mkdirSync(directory)
    const program = `mount -t tmpfs -o ${options} none "$0" && cd "$0" && { ${prepare}; }; "$1" "$2" "$0/run.jsonl" /dev/null 3000 200; code=$?; ls -A >&2; exit $code`
    const { status, stderr } = spawnSync(
      'unshare',
      ['-m', 'sh', '-c', program, directory, process.execPath, script],
      { encoding: 'utf8' },
    )
    return { status, said: stderr.trim() }
  }

  it('that is read-only is an error with a sentence', () => {
    const { status, said } = evaluateOn('ro')
    expect(status).toBe(3)
    expect(said).toMatch(/^unwritable: .*: cannot be written: the disk is read-only \(EROFS\)/)
  })

  it('that is read-only says so where a folder of runs cannot be made', () => {
    const directory = join(folder(), 'disk')
    mkdirSync(directory)
    const program = `mount -t tmpfs -o ro none "$0" && exec "$1" --input-type=module -e "$2" "$0/kept/runs/run.jsonl"`
    const { href } = new URL('../../src/cli/write-file.ts', import.meta.url)
    const code = `import { makeParentFolder } from '${href}'; await makeParentFolder(process.argv[1])`
    const { stderr } = spawnSync('unshare', ['-m', 'sh', '-c', program, directory, process.execPath, code], {
      encoding: 'utf8',
    })
    expect(stderr).toMatch(/kept\/runs cannot be made: the disk is read-only \(EROFS\)/)
  })

  it('that is full before it begins leaves no lock behind', () => {
    const { status, said } = evaluateOn('size=8k', 'head -c 8192 /dev/zero > fill')
    expect(status).toBe(3)
    expect(said).toMatch(/^unwritable: .*: cannot be written: the disk is full \(ENOSPC\)/)
    expect(said.split('\n').slice(1)).toEqual(['fill'])
  })

  it('that fills up while it runs ends it with what was done', () => {
    const { status, said } = evaluateOn('size=128k')
    expect(status).toBe(3)
    const [, items] = /^unwritable: .*the disk is full \(ENOSPC\); (\d+) items at hand/.exec(said) ?? []
    expect(Number(items)).toBeGreaterThan(10)
    expect(said.split('\n').slice(1)).toEqual(['run.jsonl'])
  })
})
