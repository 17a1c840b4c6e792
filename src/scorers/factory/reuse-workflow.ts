interface Registered {
  getLogger(): unknown
}

interface Buildable {
  /** Private to Mastra, and so perhaps not there in another of its versions. */
  toMastraWorkflow?(): unknown
  __registerMastra?(mastra: Registered): void
  run(input: never): Promise<unknown>
}

/**
 * Lets the runs of a scorer share one workflow. Mastra builds one for every run, with its schemas, which takes
 * longer than all else that a run of Mastra's does; what it builds depends on the scorer and the logger alone.
 * After a run that failed it is built anew, whatever the run has left in it.
 *
 * Why and how: docs/decisions/workflows-of-scorers.md.
 */
export function reuseWorkflow<Scorer extends object>(scorer: Scorer): Scorer {
  const buildable = scorer as Scorer & Buildable
  const { toMastraWorkflow: build, __registerMastra: register, run } = buildable
  if (build === undefined || register === undefined) return scorer
  let mastra: Registered | undefined
  let built: { readonly workflow: unknown; readonly logger: unknown } | undefined
  buildable.__registerMastra = (registered) => {
    mastra = registered
    built = undefined
    register.call(scorer, registered)
  }
  buildable.toMastraWorkflow = () => {
    const logger = mastra?.getLogger()
    if (built === undefined || built.logger !== logger) built = { workflow: build.call(scorer), logger }
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
