import type { RoomSurroundings } from '../../../cli/surroundings.ts'
import { html } from '../../../page/markup.ts'
import type { Routes } from '../../../server/serve.ts'
import type { MonitorConfig } from '../config.ts'
import { addMonitorPages } from './serve.ts'
import type { StatusReader } from './status-reader.ts'

/** Adds the page of the monitor to that of runs. Nothing is loaded or read before somebody opens it. */
export function addMonitorRoom(routes: Routes, { config, signal }: RoomSurroundings<MonitorConfig>): void {
  let reader: StatusReader | undefined
  const back = html`<p class="rooms"><a href="/">← All runs</a></p>`
  async function readStatus() {
    const { StatusReader } = await import('./status-reader.ts')
    reader ??= new StatusReader(config, signal)
    return reader.read()
  }
  addMonitorPages(routes, readStatus, back)
}
