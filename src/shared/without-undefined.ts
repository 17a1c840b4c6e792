/** Drops entries without a value, since their keys would matter in JSON, hashes and spreads over defaults. */
export function withoutUndefined<const Entries extends object>(entries: Entries): WithoutUndefined<Entries> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(entries)) {
    const value = entries[key as keyof Entries]
    if (value !== undefined) kept[key] = value
  }
  return kept as WithoutUndefined<Entries>
}

type WithoutUndefined<Entries> = string extends keyof Entries
  ? { [Key in keyof Entries]: Exclude<Entries[Key], undefined> }
  : {
      [Key in keyof Entries as undefined extends Entries[Key] ? never : Key]: Entries[Key]
    } & {
      [Key in keyof Entries as undefined extends Entries[Key] ? Key : never]?: Exclude<
        Entries[Key],
        undefined
      >
    }
