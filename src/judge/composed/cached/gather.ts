interface Wanted<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Many pieces of work as one: what is asked for in the same turn of the event loop is done together.
 *
 * @param work Gives a result for each request, in their order. What it throws, every request of the turn throws.
 * @param atMost Requests that `work` gets at once.
 */
export function gather<Request, Result>(
  work: (requests: readonly Request[]) => Promise<readonly Result[]>,
  atMost: number,
): (request: Request) => Promise<Result> {
  let waiting: Wanted<Request, Result>[] = []

  async function doTogether(wanted: readonly Wanted<Request, Result>[]): Promise<void> {
    try {
      const results = await work(wanted.map(({ request }) => request))
      for (const [index, { resolve }] of wanted.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of wanted) reject(error)
    }
  }

  function doAll(): void {
    const wanted = waiting
    waiting = []
    for (let from = 0; from < wanted.length; from += atMost) {
      void doTogether(wanted.slice(from, from + atMost))
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(doAll)
      waiting.push({ request, resolve, reject })
    })
}
