import { withoutSharedTexts } from '../../shared/shared-texts.ts'
import type { ItemRecord } from '../item-record.ts'
import type { ScoreRecord } from '../record.ts'
import { KeptLines, type LinePlace } from './kept-lines.ts'
import { lighten, SharedValues, type Source } from './lighten.ts'

/** The fields that statistics, costs and gates read for every answer. Texts are read only for a few. */
const heldOfItem: ReadonlySet<string> = new Set([
  'kind',
  'itemId',
  'repeat',
  'place',
  // Marks replays, which earlier versions wrote.
  'replayOf',
  'group',
  'failure',
  'cost',
  'simulatorCost',
  'durationInMs',
  'scores',
  'expectations',
])
const heldOfScore: ReadonlySet<string> = new Set([
  'outcome',
  'score',
  'readings',
  'lostShares',
  'again',
  'againFailed',
  'failure',
  'cost',
  'durationInMs',
])

/** Comparisons read the question of every answer. Most are shorter than the place of their line in the file is long. */
const isShortQuestion = (field: string, part: unknown): boolean =>
  (field === 'input' || field === 'groundTruth') && typeof part === 'string' && part.length <= 200

class RecordSource implements Source {
  readonly #lines: KeptLines<ItemRecord>
  readonly #start: number
  readonly #end: number

  constructor(lines: KeptLines<ItemRecord>, { start, end }: LinePlace) {
    this.#lines = lines
    this.#start = start
    this.#end = end
  }

  read(light: ItemRecord): ItemRecord {
    return this.readIf(({ itemId, repeat }) => itemId === light.itemId && repeat === light.repeat)
  }

  readIf(isSame: (record: ItemRecord) => boolean): ItemRecord {
    return this.#lines.read(this.#start, this.#end, isSame)
  }
}

class ScoreSource implements Source {
  readonly #record: RecordSource
  readonly #scorerId: string

  constructor(record: RecordSource, scorerId: string) {
    this.#record = record
    this.#scorerId = scorerId
  }

  read(light: ScoreRecord): ScoreRecord {
    const id = this.#scorerId
    const readScore = (score: ScoreRecord | undefined) =>
      score?.outcome === 'scored' ? score.score : undefined
    const isSame = ({ scores: { [id]: score } }: ItemRecord) =>
      score?.outcome === light.outcome && readScore(score) === readScore(light)
    return this.#record.readIf(isSame).scores[id] as ScoreRecord
  }
}

/** Records of a run file too large for memory: their texts stay in the file. */
export class LightRecords {
  readonly #lines: KeptLines<ItemRecord>
  readonly #shared = new SharedValues()

  constructor(file: string) {
    this.#lines = new KeptLines(file, (text) => withoutSharedTexts(JSON.parse(text)) as ItemRecord)
  }

  /** @param place The byte range of the record in the file. */
  lighten(record: ItemRecord, place: LinePlace): ItemRecord {
    const from = new RecordSource(this.#lines, place)
    const scores = Object.entries(record.scores).map(
      ([id, score]) => [id, this.#lightScore(score, new ScoreSource(from, id))] as const,
    )
    const { cost, failure } = this.#costAndFailure(record)
    const held = { ...record, cost, failure, scores: Object.fromEntries(scores) }
    return lighten(held, (field, part) => heldOfItem.has(field) || isShortQuestion(field, part), from)
  }

  #lightScore(score: ScoreRecord, from: ScoreSource): ScoreRecord {
    // Each score has a reason of its own. Answers that are not scorable share a few reasons, which are counted.
    const shared = score.outcome === 'not scorable' ? { reason: this.#shared.of(score.reason) } : {}
    const held = { ...score, ...this.#costAndFailure(score), ...shared }
    return lighten(held, (field) => field in shared || heldOfScore.has(field), from)
  }

  /** Many records share the same cost and failure. */
  #costAndFailure<Part extends Pick<ItemRecord, 'cost' | 'failure'>>({ cost, failure }: Part) {
    return {
      cost: this.#shared.of(cost),
      ...(failure === undefined ? {} : { failure: this.#shared.of(failure) }),
    }
  }
}
