import { agreement } from './agreement.ts'
import { answers } from './answers.ts'
import { figures } from './figures.ts'
import { page } from './page.ts'
import { print } from './print.ts'
import { tokens } from './tokens.ts'

/** The style sheet of all reports. */
export const styles = tokens + page + figures + answers + agreement + print
