import { type Block, filled, type Section, type Sentence, sentence } from '../document/blocks.ts'
import { formatQuantity } from '../format-numbers.ts'
import { conversationBlocks } from '../run/conversations.ts'
import { expectationBlocks } from '../run/expectations.ts'
import { gateBlocks } from '../run/gate-list.ts'
import type { ReadMaterial } from '../run/material.ts'
import { peopleBlocks } from '../run/people-sentences.ts'
import { repeatBlocks } from '../run/repeats.ts'
import { toolMockBlocks } from '../run/tool-mocks.ts'
import { failureBlocks } from '../run/unscored.ts'
import { incompleteSentence, lostSharesNotices } from '../run-notices.ts'
import type { ReadVariants, VariantsMaterial } from './material.ts'
import { pairTable, variantGroups, variantTable } from './tables.ts'

export function variantsHeading({ variants }: VariantsMaterial): string {
  const [first] = variants
  if (first === undefined) return ''
  const { name, dataset } = first.run.header
  return `${name} · ${dataset.name}, ${formatQuantity(dataset.items, 'item')} · ${formatQuantity(variants.length, 'variant')}`
}

/** Says which variants did not run to the end, or are read in another way than the others. */
export const variantNotices = ({ variants, comparison }: VariantsMaterial): Sentence[] =>
  variants.flatMap(({ run, summaries }, index) => {
    const name = comparison.variants[index]?.name
    const notices = [incompleteSentence({ run }) ?? [], lostSharesNotices(run, summaries)].flat()
    return notices.map((text) => sentence(text, { name, tone: 'partly' }))
  })

/**
 * Shows all variants next to each other, each two of them, groups, and then the details of each.
 *
 * @param names What tables call the variants, such as their names with letters.
 */
export function variantSections(
  material: ReadVariants,
  names: readonly string[] = material.comparison.variants.map(({ name }) => name),
): Section[] {
  const { variants, comparison } = material
  const each = (id: string, title: string, blocks: (one: ReadMaterial) => readonly Block[]) =>
    variants.map((one, index) => {
      const of = comparison.variants[index]?.name ?? ''
      return { id, title, of, blocks: nameTables(blocks(one), of) }
    })
  return filled([
    { id: 'variants', title: 'Variants', blocks: variantTable(material, names) },
    ...comparison.scorers.map(({ scorer }) => ({
      id: 'pairs',
      title: `Each two by ${scorer.name}`,
      blocks: pairTable(material, scorer, names),
    })),
    ...variantGroups(material, names),
    ...each('people', 'As people would score answers', (one) => peopleBlocks(one.scorers)),
    ...each('gates', 'Gates', ({ gates }) => gateBlocks(gates)),
    ...each('expectations', 'Expectations', ({ run }) => expectationBlocks(run)),
    ...each('repeats', 'Repeats', repeatBlocks),
    ...each('conversations', 'Conversations', ({ run }) => conversationBlocks(run)),
    ...each('tool-mocks', 'Tool mocks', ({ run }) => toolMockBlocks(run)),
    ...each('failures', 'Failures', ({ run }) => failureBlocks(run)),
  ])
}

/** Names the variant in the caption of each table: captions must differ for readers who see only these. */
const nameTables = (blocks: readonly Block[], variant: string): Block[] =>
  blocks.map((one) => (one.block === 'table' ? { ...one, caption: `${one.caption}: ${variant}` } : one))
