// A lock file written against a registry mirror that lacks some optional platform packages leaves them out, and
// `npm ci` then refuses it elsewhere. This adds an entry for each, by name, version and platform; run it after
// every `npm install` on such a machine.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]
let added = 0
for (const [path, { optionalDependencies, dev }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies ?? {})) {
    const found =
      path === '' ||
      path.split('/node_modules/').some((_, depth, parts) => {
        const above = parts.slice(0, depth + 1).join('/node_modules/')
        return lock.packages[`${above}/node_modules/${name}`] !== undefined
      })
    if (found || lock.packages[`node_modules/${name}`] !== undefined) continue
    const words = name.split(/[/-]/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) => words.includes(processor))
    lock.packages[`${path}/node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu.length > 0 && { cpu }),
      ...(dev && { dev }),
      optional: true,
      ...(os.length > 0 && { os }),
    }
    added += 1
  }
}
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional packages added to package-lock.json`)
