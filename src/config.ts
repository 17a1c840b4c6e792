import './shared/check-node.ts'
import type { CoreConfig } from './config/core-config.ts'
import type { MonitorConfig } from './features/monitor/config.ts'
import type { WorkersConfig } from './features/workers/config.ts'

/**
 * Configures `verdict run`: the options of `evaluate`, and what to do with the run. Options on the command line have
 * priority. Paths are relative to the folder of the configuration.
 */
export interface VerdictConfig extends CoreConfig, WorkersConfig, MonitorConfig {}

/**
 * Gives a configuration its type, for the default export of `verdict.config.ts`. It changes nothing.
 *
 * @param config A configuration, a promise of one, or a function that returns either when it is needed.
 */
export function defineConfig<
  Config extends VerdictConfig | Promise<VerdictConfig> | (() => VerdictConfig | Promise<VerdictConfig>),
>(config: Config): Config {
  return config
}

export { agentGrid, grid } from './evaluation/target/grid.ts'
