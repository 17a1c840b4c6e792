import { lengthProbe } from './length.ts'
import { nameProbes } from './names.ts'
import { optionsProbe, orderProbe } from './order.ts'
import type { Probe } from './probe.ts'
import { styleProbes } from './style.ts'

/** In display order. */
export const probes: readonly Probe[] = [lengthProbe, orderProbe, optionsProbe, ...styleProbes, ...nameProbes]

export const probeNames: readonly string[] = probes.map(({ name }) => name)
