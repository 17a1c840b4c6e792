/**
 * What the page's script uses of a browser. TypeScript's own DOM types are not taken: they would declare `name`,
 * `status` and some hundred more globals in every file of the project, and another `setTimeout`.
 */

export interface PageEvent {
  readonly key?: string
  preventDefault(): void
}

/** Any element; which members it has is up to its tag. */
export interface PageElement {
  readonly dataset: Record<string, string | undefined>
  readonly style: { setProperty(name: string, value: string): void }
  readonly tBodies: ArrayLike<PageElement>
  readonly tHead: PageElement | null
  /** Of a dialog. */
  readonly open: boolean
  textContent: string | null
  tabIndex: number
  disabled: boolean
  value: string
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  append(...children: (PageElement | string)[]): void
  replaceChildren(...children: (PageElement | string)[]): void
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement>
  addEventListener(type: string, listener: (event: PageEvent) => void): void
  focus(): void
  scrollIntoView(options: { block: 'start' }): void
  showModal(): void
  close(): void
}

export interface PageDocument {
  readonly documentElement: PageElement
  createElement(tag: string): PageElement
  getElementById(id: string): PageElement | null
}

export interface PageWindow {
  readonly document: PageDocument
  readonly location: { readonly hash: string }
  readonly history: { replaceState(state: null, title: '', address: string): void }
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }
  addEventListener(type: 'hashchange', listener: () => void): void
}
