import { importOptional } from '../../../shared/optional-package.ts'
import type { Surroundings } from '../../surroundings.ts'

/** Serves until the client goes away. @returns The exit code. */
export async function mcp(around: Surroundings): Promise<number> {
  const { serve } = await importOptional(
    '@modelcontextprotocol/sdk',
    'verdict mcp',
    () => import('./serve.ts'),
  )
  return serve(around)
}
