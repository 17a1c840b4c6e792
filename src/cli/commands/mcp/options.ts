import type { Command } from '@commander-js/extra-typings'

export const addMcpCommand = (program: Command) =>
  program
    .command('mcp')
    .description('serve six tools to coding agents, by MCP over standard input and output')

/** Adds what does one call of a tool, for {@link addMcpCommand} alone. */
export const addCallCommand = (mcp: ReturnType<typeof addMcpCommand>) => mcp.command('call', { hidden: true })
