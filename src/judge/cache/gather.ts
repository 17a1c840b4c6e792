interface Wanted<Value> {
  readonly key: string
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Many reads at once as one: those that are asked for in the same turn of the event loop are read together.
 *
 * @param read Gives the values that there are, by key. What it throws, every read of the turn throws.
 * @param atMost Keys that `read` gets at once.
 */
export function gather<Value>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  atMost: number,
): (key: string) => Promise<Value | undefined> {
  let waiting: Wanted<Value>[] = []

  async function readTogether(wanted: readonly Wanted<Value>[]): Promise<void> {
    try {
      const found = await read([...new Set(wanted.map(({ key }) => key))])
      for (const { key, resolve } of wanted) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of wanted) reject(error)
    }
  }

  function readAll(): void {
    const wanted = waiting
    waiting = []
    for (let from = 0; from < wanted.length; from += atMost) {
      void readTogether(wanted.slice(from, from + atMost))
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(readAll)
      waiting.push({ key, resolve, reject })
    })
}
