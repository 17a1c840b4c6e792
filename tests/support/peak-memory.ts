// VmHWM is of this program alone; maxRSS of `resourceUsage` begins with the size of the process that started it.
const tell = `import { readFileSync } from 'node:fs'
process.on('exit', () => process.stderr.write(readFileSync('/proc/self/status', 'utf8')))`

/** For `node --import`: the process writes its status, as Linux tells it, to standard error as it ends. */
export const tellPeakMemory = `data:text/javascript,${encodeURIComponent(tell)}`

/** The most memory that a process has had, in megabytes, from its status. NaN where it told none. */
export const peakMemoryIn = (status: string) => Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
