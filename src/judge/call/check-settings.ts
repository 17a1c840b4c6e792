import type { CallSettings } from './guarded-call.ts'

/** The longest delay that a timer can hold. */
const maximumTimerInMs = 2_147_483_647

type Setting = readonly [valid: (value: number) => boolean, wanted: string]

const countFrom = (least: number): Setting => [
  (value) => Number.isInteger(value) && value >= least,
  `a whole number of ${least} or more`,
]
const delayFrom = (least: number): Setting => [
  (value) => value >= least && value <= maximumTimerInMs,
  `a number of milliseconds from ${least} to ${maximumTimerInMs}`,
]

const settingsOfCalls: Readonly<Record<keyof CallSettings, Setting>> = {
  concurrency: countFrom(1),
  requestsPerMinute: countFrom(1),
  timeoutInMs: delayFrom(1),
  retries: countFrom(0),
  retryDelayInMs: delayFrom(0),
  maximumRetryDelayInMs: delayFrom(0),
}

/** @throws TypeError that names the setting and says what it must be. */
export function checkSettings<Name extends string>(
  settings: { readonly [name in Name]?: number },
  wanted: Readonly<Record<Name, Setting>>,
): void {
  for (const name of Object.keys(wanted) as Name[]) {
    const value = settings[name]
    const [valid, description] = wanted[name]
    if (value !== undefined && !valid(value))
      throw new TypeError(`${name} must be ${description}, not ${value}`)
  }
}

/** @throws TypeError that names the setting and says what it must be. */
export function checkCallSettings(settings: CallSettings): void {
  checkSettings(settings, settingsOfCalls)
}

/** @throws TypeError that names the setting and says what it must be. */
export function checkCounts(settings: Readonly<Record<string, number | undefined>>, least: number): void {
  checkSettings(settings, Object.fromEntries(Object.keys(settings).map((name) => [name, countFrom(least)])))
}
