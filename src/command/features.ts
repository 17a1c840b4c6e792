import type { Feature } from '../cli/surroundings.ts'
import { agreementFeature } from '../features/agreement/feature.ts'
import { auditFeature } from '../features/audit/feature.ts'
import { labelsFeature } from '../features/labels/feature.ts'
import { mcpFeature } from '../features/mcp/feature.ts'
import { monitorFeature } from '../features/monitor/feature.ts'
import { pairsFeature } from '../features/pairs/feature.ts'
import { viewFeature } from '../features/view/feature.ts'
import { workersFeature } from '../features/workers/feature.ts'

/** The features of the `verdict` command, in the order of its help. */
export const features: readonly Feature[] = [
  viewFeature,
  labelsFeature,
  agreementFeature,
  auditFeature,
  workersFeature,
  monitorFeature,
  pairsFeature,
  mcpFeature,
]
