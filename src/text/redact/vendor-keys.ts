import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { Finder, Place } from './finding.ts'

/** The first sees comments, which texts have none of; the second tells a wrong place; own patterns find all of the others. */
const left = ['filter-comments', 'aws', 'basicauth', 'database-connection-string', 'privatekey']

const used = rules.filter(({ meta }) => !left.some((name) => meta.id.endsWith(`rule-${name}`)))

/** Keys of vendors, by the rules that secretlint recommends. */
export const vendorKeys: Finder = {
  kind: 'key',
  find(text) {
    const places: Place[] = []
    const context = {
      createTranslator: () => () => ({ message: '' }),
      report: ({ range }: { readonly range: Place }) => places.push(range),
    }
    const source = { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' }
    for (const rule of used) rule.create(context as never, {}).file?.(source as never)
    return places
      .sort(([one], [other]) => one - other)
      .filter(
        ([, end], at, all) => end > (all[at - 1]?.[1] ?? 0) && (all[at]?.[0] ?? 0) >= (all[at - 1]?.[1] ?? 0),
      )
  },
}
