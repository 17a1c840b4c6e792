import { toSentence } from '../../cli/ending.ts'
import { type Feature, type Surroundings, warn } from '../../cli/surroundings.ts'
import type { AnswerPlace } from '../../run/item-record.ts'

type RunPage = Awaited<ReturnType<NonNullable<Feature['pageOfRun']>['open']>>

/** The pages of other features about runs: each is opened when it is first asked for, and stays open. */
export class RunPages {
  readonly #around: Surroundings
  readonly #open = new Map<string, Promise<RunPage>>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** The titles of the pages, and of the links at an answer. */
  get titles(): Pick<NonNullable<Feature['pageOfRun']>, 'title' | 'ofAnswer'>[] {
    return this.#features
  }

  /**
   * @param file The absolute path of the run.
   * @param answer The answer that the page is to begin with. Default: as it would by itself.
   * @returns The address; undefined for a title that no feature has.
   * @throws The error of the feature.
   */
  async open(title: string, file: string, answer?: AnswerPlace): Promise<string | undefined> {
    const feature = this.#features.find((one) => one.title === title)
    if (feature === undefined) return undefined
    const key = JSON.stringify([title, file])
    const opening = this.#open.get(key) ?? this.#watched(key, feature.open(file, this.#around))
    this.#open.set(key, opening)
    const page = await opening
    if (answer !== undefined) page.pick(answer)
    return page.address
  }

  async close(): Promise<void> {
    const pages = await Promise.allSettled(this.#open.values())
    await Promise.all(pages.map((page) => page.status === 'fulfilled' && page.value.close()))
  }

  get #features() {
    return this.#around.features.flatMap(({ pageOfRun }) => pageOfRun ?? [])
  }

  /** Forgets a page that could not be opened or has become useless, so that it can be opened anew. */
  async #watched(key: string, opening: Promise<RunPage>): Promise<RunPage> {
    const forget = () => this.#open.delete(key)
    const page = await opening.catch((error) => {
      forget()
      throw error
    })
    const tell = (error: unknown) => warn(this.#around.stderr, toSentence(error))
    page.ended
      .catch((error) => {
        forget()
        tell(error)
        return page.close()
      })
      .catch(tell)
    return page
  }
}
