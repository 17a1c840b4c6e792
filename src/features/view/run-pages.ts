import { toSentence } from '../../cli/ending.ts'
import { type ServedPage, type Surroundings, warn } from '../../cli/surroundings.ts'

/** The pages of other features about runs: each is opened when it is first asked for, and stays open. */
export class RunPages {
  readonly #around: Surroundings
  readonly #open = new Map<string, Promise<ServedPage>>()

  constructor(around: Surroundings) {
    this.#around = around
  }

  get titles(): string[] {
    return this.#features.map(({ title }) => title)
  }

  /**
   * @param file The absolute path of the run.
   * @returns The address; undefined for a title that no feature has.
   * @throws The error of the feature.
   */
  async open(title: string, file: string): Promise<string | undefined> {
    const feature = this.#features.find((one) => one.title === title)
    if (feature === undefined) return undefined
    const key = JSON.stringify([title, file])
    const page = this.#open.get(key) ?? this.#watched(key, feature.open(file, this.#around))
    this.#open.set(key, page)
    return (await page).address
  }

  async close(): Promise<void> {
    const pages = await Promise.allSettled(this.#open.values())
    await Promise.all(pages.map((page) => page.status === 'fulfilled' && page.value.close()))
  }

  get #features() {
    return this.#around.features.flatMap(({ pageOfRun }) => pageOfRun ?? [])
  }

  /** Forgets a page that could not be opened or has become useless, so that it can be opened anew. */
  async #watched(key: string, opening: Promise<ServedPage>): Promise<ServedPage> {
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
