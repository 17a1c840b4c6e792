interface Logging {
  getLogger(): { warn(message: string): void } | undefined
}

/** Warns by the logger of the Mastra instance that a scorer is registered with; on the console where it is with none. */
export function warningsOf(scorer: object): (message: string) => void {
  const registered = scorer as { __registerMastra?(mastra: Logging): void }
  const register = registered.__registerMastra
  let mastra: Logging | undefined
  registered.__registerMastra = (given) => {
    mastra = given
    register?.call(scorer, given)
  }
  return (message) => {
    const logger = mastra?.getLogger()
    if (logger) logger.warn(message)
    else console.warn(message)
  }
}
