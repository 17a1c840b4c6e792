import { worstTurn } from '../../evaluation/scoring/mean-of-turns.ts'
import { formatBriefly } from '../../run/format-value.ts'
import type { ItemRecord } from '../../run/item-record.ts'
import type { EvaluationRun, ScorerRecord } from '../../run/record.ts'
import { compact } from '../../shared/compact.ts'
import {
  type Answers,
  type Block,
  filled,
  type Section,
  type Sentence,
  sentence,
  sentences,
} from '../document/blocks.ts'
import { costText } from '../format-costs.ts'
import { formatQuantity } from '../format-numbers.ts'
import { listJudges, targetWords } from '../names.ts'
import { incompleteSentence, listNotices } from '../run-notices.ts'
import { shorten, shortenWords } from '../safe-text.ts'
import { changesSentence } from './changed-between-runs.ts'
import { comparisonBlocks, flipSentences, movedTable } from './comparison.ts'
import { conversationBlocks } from './conversations.ts'
import { sumCosts } from './cost-lines.ts'
import { expectationBlocks } from './expectations.ts'
import { gateBlocks } from './gate-list.ts'
import { groupBlocks, groupTables } from './group-tables.ts'
import { instructionBlocks } from './instructions.ts'
import type { ReadMaterial, ReportMaterial } from './material.ts'
import { peopleBlocks } from './people-sentences.ts'
import { repeatBlocks } from './repeats.ts'
import { scoreNotes, scoreTable } from './score-table.ts'
import { toolMockBlocks } from './tool-mocks.ts'
import { failureBlocks, notScorableBlocks } from './unscored.ts'
import { worstFindings } from './worst-answers.ts'

const longestText = 160

/** Returns question and answer; for a conversation, those of the turn with the worst score. */
function pickExchange(item: ItemRecord, scorer: ScorerRecord | undefined) {
  const turns = scorer && item.scores[scorer.id]?.turns
  const worst = turns && worstTurn(turns, scorer.lowerIsBetter)
  const said = worst === undefined ? undefined : item.conversation?.turns[worst - 1]
  const title = said === undefined ? 'Question' : `Worst turn, ${worst} of ${turns?.length}`
  const answer = said?.answer ?? item.answer
  return [
    { title, text: shorten(said?.user ?? formatBriefly(item), longestText) },
    ...(answer === undefined ? [] : [{ title: 'Answer', text: shorten(answer, longestText) }]),
  ]
}

/** Shows the worst answers by all scorers and expectations, each with its question; long texts are cut. */
function worstBlocks({ header, items, ...run }: EvaluationRun, examples: number): Answers[] {
  // Failures have a section of their own.
  const answered = items.filter(({ failure }) => failure === undefined)
  const answers = worstFindings({ ...run, header, items: answered }, examples).map(
    ({ item, found, title, words, scorer }) => ({
      item: header.repeats > 1 ? `${item.itemId}, repeat ${item.repeat}` : item.itemId,
      found: scorer === undefined ? `${found} ${title}` : `${title} ${found}`,
      parts: [...pickExchange(item, scorer), { title: 'Reason', text: words }],
    }),
  )
  return answers.length === 0 ? [] : [{ block: 'answers', title: 'Score', answers }]
}

/** Says what was run, on which data, and what judged it. */
export function runHeading({ run }: ReportMaterial): string {
  const { name, variant, dataset, repeats, selection } = run.header
  const judges = listJudges(run)
  const chosen = selection === undefined ? '' : ` (${selection})`
  const times = repeats > 1 ? `, ${repeats} times each` : ''
  return compact([
    name,
    variant,
    shortenWords(targetWords(run.header)),
    judges !== undefined && `judge ${judges}`,
    `${dataset.name}, ${formatQuantity(dataset.items, 'item')}${chosen}${times}`,
  ]).join(' · ')
}

/** Says what to know about a run before its numbers, and what changed in it. */
export const runNotices = (material: ReportMaterial): Sentence[] => [
  ...compact([...listNotices(material), incompleteSentence(material)]).map((text) =>
    sentence(text, { tone: 'partly' }),
  ),
  ...sentences(changesSentence(material)),
]

/**
 * Returns the sections of a run's report, the most important first.
 *
 * @param examples The number of worst answers, and of moved items for each scorer.
 */
export function runSections(material: ReadMaterial, { examples }: { readonly examples: number }): Section[] {
  const { run, gates, scorers, compared } = material
  const costs = sumCosts(run)
  const target = targetWords(run.header)
  const scores: Block[] = [
    ...scoreTable(scorers, costs),
    sentence(costText(costs.total)),
    ...scoreNotes(scorers),
    // The heading has it without the rest of a long address.
    ...(shortenWords(target) === target ? [] : [sentence(`Target: ${target}`)]),
  ]
  const moved = movedTable(compared, examples)
  const movedBlocks = moved.length === 0 ? [] : [...moved, ...flipSentences(material, compared)]
  return filled([
    { id: 'gates', title: 'Gates', blocks: gateBlocks(gates) },
    { id: 'expectations', title: 'Expectations', blocks: expectationBlocks(run) },
    { id: 'scores', title: 'Scores', blocks: scores },
    { id: 'people', title: 'As people would score', blocks: peopleBlocks(scorers) },
    { id: 'repeats', title: 'Repeats', blocks: repeatBlocks(material) },
    { id: 'comparison', title: 'Before and after', blocks: comparisonBlocks(material) },
    { id: 'instructions', title: 'Changed instructions', blocks: instructionBlocks(material) },
    ...groupTables(material).map((table) => ({
      id: 'groups',
      title: `By ${table.by}`,
      blocks: groupBlocks(table),
    })),
    {
      id: 'moved',
      title: compared.length > 1 ? 'Moved most by each scorer' : 'Moved most',
      blocks: movedBlocks,
    },
    { id: 'conversations', title: 'Conversations', blocks: conversationBlocks(run) },
    { id: 'tool-mocks', title: 'Tool mocks', blocks: toolMockBlocks(run) },
    { id: 'failures', title: 'Failures', blocks: failureBlocks(run) },
    { id: 'not-scorable', title: 'Not scorable', blocks: notScorableBlocks(run) },
    { id: 'worst', title: 'Worst answers', blocks: worstBlocks(run, examples) },
  ])
}
