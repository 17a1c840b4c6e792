import { randomUUID } from 'node:crypto'

const output = ['It is 330 metres tall [yes].', 'It is made of iron [unsure].', 'Paris is nice [no].'].join(
  '\n\n',
)

/** An answer of three statements that is to be scored. */
export const answeredRun = (scorerId: string) => ({
  runId: randomUUID(),
  input: 'How tall is the tower?',
  output: [{ role: 'assistant', content: output }],
  source: 'LIVE',
  entity: { id: 'guide', name: 'guide' },
  entityType: 'AGENT',
  scorer: { id: scorerId },
})
