type Defined<Value extends object> = { [Key in keyof Value]: Exclude<Value[Key], undefined> }

/** A record without the fields that are undefined: what JSON makes of it, and what it is in a test. */
export function withoutUndefined<Value extends object>(record: Value): Defined<Value> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Defined<Value>
}
