import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LabelRecord } from '../../../src/features/labels/file/label-record.ts'
import { openLabels } from '../../../src/features/labels/file/labels-writer.ts'
import type { PageState } from '../../../src/features/labels/page/client/types.ts'
import type { EvaluationRun } from '../../../src/run/record.ts'
import { sender } from '../../server/send.ts'
import { newFolder, runOn, writeRun } from './runs-folder.ts'
import { serveRuns } from './serve-runs.ts'

/** The labelling page of a run, on the server of the page of runs. */
async function labelRoom(run: EvaluationRun = runOn(1)) {
  const folder = newFolder()
  writeRun(folder, 'one.jsonl', run)
  const server = await serveRuns(folder)
  onTestFinished(() => server.close())
  const { send, own } = sender(server.address)
  const at = (query: object) => new URLSearchParams({ run: 'one.jsonl', ...query })
  const state = async (query = {}) => {
    const { status, text } = await send('GET', `/label/state?${at(query)}`, own)
    return { status, ...(JSON.parse(text) as PageState & { error?: string; state?: PageState }) }
  }
  const say = (task: string, query = {}) =>
    send('POST', `/label/say?${at(query)}`, own, JSON.stringify({ task, kind: 'label', label: 1 }))
  return { folder, labels: join(folder, 'one.labels.jsonl'), send, own, state, say }
}

describe('the labelling page as a room of the page of runs', () => {
  it('has a page of its own that holds nothing, with the way back, and gives the rest for the token alone', async () => {
    const { send, own, labels } = await labelRoom()
    const page = await send('GET', '/label/?run=one.jsonl')
    expect(page).toMatchObject({ status: 200, headers: { 'x-frame-options': 'DENY' } })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.text).toContain('href="/?report=one.jsonl">← Report</a>')
    const withoutSlash = await send('GET', '/label?run=one.jsonl')
    expect(withoutSlash).toMatchObject({ status: 302, headers: { location: '/label/?run=one.jsonl' } })
    const hostile = await send('GET', `/label/?run=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(hostile.text).not.toContain('<script>alert')
    const bad = { ...own, origin: 'http://127.0.0.1:1' }
    for (const headers of [
      {},
      { ...own, 'verdict-token': 'guess' },
      bad,
      { ...own, 'sec-fetch-site': 'same-site' },
    ]) {
      expect((await send('GET', '/label/state?run=one.jsonl', headers)).status).toBe(403)
      expect((await send('POST', '/label/say?run=one.jsonl', headers, '{}')).status).toBe(403)
    }
    expect(existsSync(labels)).toBe(false)
  })

  it('holds the labels file only while it writes, and sees what others wrote meanwhile', async () => {
    const { labels, state, say } = await labelRoom()
    const { task, progress } = await state()
    expect(progress).toMatchObject({ done: 0, all: 8 })
    expect((await say(task?.key ?? '')).status).toBe(200)
    const other = await openLabels(labels)
    const said = other.lines.find((line): line is LabelRecord => line.kind === 'label') as LabelRecord
    await other.append({ ...said, rater: 'bob', itemId: 'elsewhere' })
    await other.close()
    expect(await state()).toMatchObject({ progress: { done: 1 } })
    expect(existsSync(`${labels}.lock`)).toBe(false)
  })

  it('begins with the answer of its address, and says of one without a score that it has none', async () => {
    const run = runOn(1)
    const [first] = run.header.scorers
    const ended = (outcome: string) =>
      run.items.findLast(({ scores }) => scores[first?.id ?? '']?.outcome === outcome)
    const scored = ended('scored')
    const { state } = await labelRoom(run)
    expect((await state({ item: scored?.itemId })).task?.itemId).toBe(scored?.itemId)
    const other = await state({ item: 'no such item' })
    expect(other).toMatchObject({
      status: 409,
      error: expect.stringContaining(`has no score of ${first?.id}`),
    })
    expect(other.state?.task).toBeDefined()
  })

  it('saves nothing in a file that was replaced, and says of one that it cannot read what is wrong', async () => {
    const { labels, state, say } = await labelRoom()
    const { task } = await state()
    const drawn = readFileSync(labels, 'utf8')
    rmSync(labels)
    expect(await say(task?.key ?? '')).toMatchObject({
      status: 409,
      text: expect.stringContaining('no longer holds the answers that were drawn'),
    })
    expect(existsSync(labels) ? readFileSync(labels, 'utf8') : '').toBe('')
    writeFileSync(labels, 'no label\n')
    expect((await state()).error).toMatch(/^The labels cannot be read: .*reload the page\.$/)
    writeFileSync(labels, drawn)
    expect(await say((await state()).task?.key ?? '')).toMatchObject({ status: 200 })
  })

  it('labels for the scorer of its address, and offers the others', async () => {
    const run = runOn(1)
    const [first, second, ...more] = run.header.scorers
    const { labels, state, say } = await labelRoom(run)
    const { scorer, others, task } = await state({ scorer: second?.id })
    expect(scorer).toBe(second?.name)
    expect(others).toEqual([first, ...more].map((one) => ({ id: one?.id, name: one?.name })))
    await say(task?.key ?? '', { scorer: second?.id })
    expect(readFileSync(labels, 'utf8')).toContain(`"scorerId":"${second?.id}"`)
    expect(await state({ scorer: 'none' })).toMatchObject({
      status: 409,
      error: expect.stringContaining('the run has no scorer none'),
    })
  })

  it('says that a run is gone, and opens no other file', async () => {
    const { folder, state } = await labelRoom()
    writeFileSync(join(folder, '..', 'secret.jsonl'), readFileSync(join(folder, 'one.jsonl')))
    for (const run of ['../secret.jsonl', '/etc/passwd', ''])
      expect(await state({ run })).toMatchObject({
        status: 409,
        error: expect.stringContaining('no longer exists'),
      })
    rmSync(join(folder, 'one.jsonl'))
    expect((await state()).error).toContain('The run one.jsonl no longer exists')
  })

  it('is linked where an answer has a score alone', async () => {
    const run = runOn(1)
    const reason = 'there is nothing to score'
    const items = run.items.map(({ scores, ...item }) => ({
      ...item,
      scores: Object.fromEntries(
        Object.entries(scores).map(([id, { cost, durationInMs }]) => [
          id,
          { outcome: 'not scorable' as const, reason, cost, durationInMs },
        ]),
      ),
    }))
    for (const [shown, links] of [
      [run, 1],
      [{ ...run, items }, 0],
    ] as const) {
      const { send, own } = await labelRoom(shown)
      const { status, text } = await send('GET', '/page?report=one.jsonl', own)
      expect(status).toBe(200)
      expect(text.split('href="/label/?run=one.jsonl" data-scored="Label"')).toHaveLength(links + 1)
    }
  })
})

it('says that a run that was chosen for a comparison is gone, and offers none with it', async () => {
  const { send, own } = await labelRoom()
  const { text } = await send('GET', '/page?with=gone.jsonl', own)
  expect(text).toContain('The run gone.jsonl no longer exists')
  expect(text).not.toContain('baseline=gone.jsonl')
})

it('says of no served page that it is a file', async () => {
  const { send, own } = await labelRoom()
  for (const path of ['/', '/page', '/page?report=one.jsonl', '/page?report=gone.jsonl'])
    expect((await send('GET', path, own)).text).toContain('This page contacts only its own server')
})
