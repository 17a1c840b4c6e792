/** Run as a child process, so that its processor time is known apart. Tells its parent the URL. */
import { openaiServer } from '../../tests/support/openai-server.ts'
import { honestReply } from '../../tests/support/scripted-judge.ts'

const delayInMs = Number(process.argv[2])
const { url } = await openaiServer((request) => ({ ...honestReply(request), delayInMs }))
process.send?.(url)
process.on('disconnect', () => process.exit())
