import type { Mastra } from '@mastra/core/mastra'

/** The Mastra instance of each scorer; undefined until it is registered. */
const mastras = new WeakMap<object, Mastra | undefined>()

export function trackMastra(scorer: object): void {
  /** Private to Mastra, so it may be missing in other versions. */
  const registered = scorer as { __registerMastra?(mastra: Mastra): void }
  const { __registerMastra: register } = registered
  if (register === undefined) return
  mastras.set(scorer, undefined)
  registered.__registerMastra = (mastra) => {
    mastras.set(scorer, mastra)
    register.call(scorer, mastra)
  }
}

export const findMastra = (scorer: object): Mastra | undefined => mastras.get(scorer)

/** Returns whether it is certain that nothing traces the scorer's runs. */
export function isUntraced(scorer: object): boolean {
  const mastra = mastras.get(scorer)
  return mastra === undefined ? mastras.has(scorer) : mastra.observability?.listInstances?.().size === 0
}

/** Warns through the logger of the scorer's Mastra instance, or on the console without one. */
export function warn(scorer: object, message: string): void {
  const logger = mastras.get(scorer)?.getLogger()
  if (logger) logger.warn(message)
  else console.warn(message)
}
