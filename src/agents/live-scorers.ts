import type { MastraScorers } from '@mastra/core/evals'

/** What scores the docs agent while it runs, and how often. */
export const liveScorers: MastraScorers = {}
