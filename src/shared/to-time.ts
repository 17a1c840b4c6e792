/** '2026-01-01 12:00:05 UTC': two runs within a minute must not look alike. */
export const toTime = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`
