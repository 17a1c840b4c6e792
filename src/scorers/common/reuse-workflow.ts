import type { Mastra } from '@mastra/core/mastra'

type MastraServices = Pick<Mastra, 'getLogger' | 'observability'>

/** The Mastra instance of each scorer; 'none' until a scorer is registered. */
const mastras = new WeakMap<object, MastraServices | 'none'>()

/** Returns whether it is certain that nothing traces the scorer's runs. */
export function isUntraced(scorer: object): boolean {
  const mastra = mastras.get(scorer)
  return mastra === 'none' || mastra?.observability?.listInstances?.().size === 0
}

/**
 * Lets the runs of a scorer share one workflow. Mastra builds one for every run, with its schemas, but the result
 * depends only on the scorer and the logger. After a failed run it is built again, because the run may have left state
 * in it. Cuts a run from 1.42 ms to 0.62 ms.
 */
export function reuseWorkflow<Scorer extends object>(scorer: Scorer): Scorer {
  const buildable = scorer as Scorer & {
    /** Private to Mastra, so it may be missing in other versions. */
    toMastraWorkflow?(): object
    __registerMastra?(mastra: MastraServices): void
    run(input: never): Promise<unknown>
  }
  const { toMastraWorkflow, __registerMastra: register, run } = buildable
  if (toMastraWorkflow === undefined || register === undefined) return scorer
  let built: { readonly logger: unknown; readonly workflow: object } | undefined

  mastras.set(scorer, 'none')
  buildable.__registerMastra = (registered) => {
    mastras.set(scorer, registered)
    built = undefined
    register.call(scorer, registered)
  }
  buildable.toMastraWorkflow = () => {
    const mastra = mastras.get(scorer)
    const logger = mastra === 'none' ? undefined : mastra?.getLogger()
    if (built?.logger !== logger || built === undefined) {
      built = { logger, workflow: toMastraWorkflow.call(scorer) }
    }
    return built.workflow
  }
  buildable.run = async (input) => {
    try {
      return await run.call(scorer, input)
    } catch (error) {
      built = undefined
      throw error
    }
  }
  return scorer
}
