import type { Command } from '@commander-js/extra-typings'
import type { Feature } from '../../cli/surroundings.ts'
import { importOptional } from '../../shared/optional-package.ts'

export const mcpFeature: Feature = {
  addCommands(program, connect) {
    const mcp = addMcpCommand(program)
    const load = () => importOptional('@modelcontextprotocol/sdk', 'verdict mcp', () => import('./serve.ts'))
    connect(mcp, async () => (await load()).serve)
    connect(addCallCommand(mcp), async () => (await import('./call.ts')).call)
  },
}

const addMcpCommand = (program: Command) =>
  program
    .command('mcp')
    .description('serve six tools to coding agents, with MCP over standard input and output')

/** Adds the command that handles one tool call, for {@link addMcpCommand} alone. */
const addCallCommand = (mcp: ReturnType<typeof addMcpCommand>) => mcp.command('call', { hidden: true })
