import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parse } from 'parse5'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gatherHistories } from '../../../src/features/view/runs/history.ts'
import type { RunHeader } from '../../../src/run/record.ts'
import { hostileMaterial, hostileTexts } from '../../report/hostile.ts'
import { sender } from '../../server/send.ts'
import { linesOf, newFolder, runOn, writeRun } from './runs-folder.ts'
import { openShelf, serveRuns } from './serve-runs.ts'

/** Serves a folder of runs; returns what the page gets for a query. */
async function serveFolder(folder: string) {
  const server = await serveRuns(folder)
  onTestFinished(() => server.close())
  const { send, own } = sender(server.address)
  return (query: Record<string, string> = {}) => send('GET', `/page?${new URLSearchParams(query)}`, own)
}

function someRuns(): string {
  const folder = newFolder()
  writeRun(folder, 'one.jsonl', runOn(1, { commit: 'aaa111', branch: 'main' }), 'passed')
  writeRun(folder, 'two.jsonl', runOn(2, { commit: 'bbb222', branch: 'hotfix' }), 'failed')
  writeRun(folder, 'three.jsonl', runOn(3, { name: 'Search', commit: 'ccc333' }))
  writeFileSync(join(folder, 'names.json'), '{"base":"one.jsonl"}')
  return folder
}

const headings = (html: string) => [...html.matchAll(/<h3><a href="([^"]*)">/g)].map(([, address]) => address)

describe('the page of runs', () => {
  it('lists each run with its outcome, revision, target and means, newest first', async () => {
    const ask = await serveFolder(someRuns())
    const { status, text } = await ask()
    expect(status).toBe(200)
    expect(headings(text)).toEqual(['/?report=three.jsonl', '/?report=two.jsonl', '/?report=one.jsonl'])
    for (const words of ['✗ failed', '✓ passed', 'bbb222', 'agent support-agent', '>base<'])
      expect(text).toContain(words)
    expect(text).toMatch(/<dt>Faithfulness<\/dt><dd><strong>0\.\d{3}<\/strong> <span class="soft">0\.\d+ to/)
  })

  it.each([
    ['✗ failed', ['two']],
    ['failed', ['two']],
    ['scorers failed on', ['three']],
    ['HOTFIX support', ['two']],
    ['base', ['one']],
    ['hotfix answers', ['two']],
    ['ccc333', ['three']],
    ['2026-05-01', ['one']],
    ['failed main', []],
    ['1 May', ['one']],
    ['02 may 2026', ['two']],
    ['May', ['three', 'two', 'one']],
    ['passed', ['one']],
  ])('finds "%s"', async (search, found) => {
    const { text } = await (await serveFolder(someRuns()))({ search })
    expect(headings(text)).toEqual(found.map((name) => `/?report=${name}.jsonl`))
  })

  it('puts the time and the branch first, and the history above the list', async () => {
    const ask = await serveFolder(someRuns())
    const { text } = await ask()
    expect(text).toMatch(
      /<h3><a href="\/\?report=two\.jsonl"><time[^>]*>2026-05-02 [\d:]+ UTC<\/time> · hotfix<\/a><\/h3>/,
    )
    expect(text.indexOf('id="history"')).toBeLessThan(text.indexOf('id="runs"'))
    const points = [...text.matchAll(/<a href="([^"]*)" tabindex="-1"><title>([^<]*)<\/title>/g)]
    expect(new Set(points.map(([, address]) => address))).toEqual(
      new Set(['/?report=one.jsonl', '/?report=two.jsonl']),
    )
    expect(points[0]?.[2]).toMatch(
      /^2026-05-01 [\d:]+ UTC, one\.jsonl: 0\.\d{3}, 95 % interval 0\.\d{3} to [01]\.\d{3}$/,
    )
    const { text: nothing } = await ask({ search: 'nowhere' })
    expect(nothing).toContain('No run has all these words.')
    expect(nothing).not.toContain('A line appears here')
  })

  it('names the evaluations that have no line, each as a search for it', async () => {
    const folder = newFolder()
    for (const [index, name] of ['Old', 'Older & <b>', 'A', 'B', 'C'].entries())
      for (const day of [1, 2]) writeRun(folder, `${index}-${day}.jsonl`, runOn(day + 5 * index, { name }))
    const ask = await serveFolder(folder)
    const { text } = await ask()
    const [, more = ''] = /2 more evaluations: (.*?)<\/p>/.exec(text) ?? []
    const names = [...more.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)]
    expect(names.map(([, , name]) => name?.split(',')[0])).toEqual(['Older &amp; &lt;b&gt;', 'Old'])
    const [search] = names.map(([, address]) =>
      new URL(address ?? '', 'http://any').searchParams.get('search'),
    )
    const { text: found } = await ask({ search: search ?? '' })
    expect(headings(found)).toEqual(['/?report=1-2.jsonl', '/?report=1-1.jsonl'])
    expect(found).toContain('<summary>Older &amp; &lt;b&gt;')
  })

  it('counts as failed the runs that the link to them finds', async () => {
    const ask = await serveFolder(someRuns())
    const { text } = await ask()
    expect(text).toContain('<a href="/?search=failed">1 failed</a>')
    expect(headings((await ask({ search: 'failed' })).text)).toHaveLength(1)
  })

  it('calls no run passed that no gate examined, but older ones that do not say', async () => {
    const folder = newFolder()
    const outcome = { kind: 'outcome', at: '2026-05-01T10:00:00.000Z', result: 'passed', isCompared: false }
    for (const [index, isOfQuality] of [true, false, undefined].entries()) {
      const lines = [...linesOf(runOn(index + 1)), JSON.stringify({ ...outcome, isOfQuality })]
      writeFileSync(join(folder, `${index}.jsonl`), lines.join('\n'))
    }
    const ask = await serveFolder(folder)
    const { text } = await ask()
    expect(text.match(/✓ passed|no quality gate/g)).toEqual(['✓ passed', 'no quality gate', '✓ passed'])
    const { text: found } = await ask({ search: 'passed' })
    expect(headings(found)).toEqual(['/?report=2.jsonl', '/?report=0.jsonl'])
  })

  it('says the words of the report: what gates cannot tell, expectations not met, and times to the second', async () => {
    const folder = newFolder()
    const run = runOn(1)
    const expectations = ['yes', 'no'].map((found) => ({
      what: 'includes "yes"',
      met: found === 'yes',
      found,
    }))
    const items = run.items.map((item) => ({ ...item, expectations }))
    const causes = [
      { gate: 'unmet', title: '8 of 16 expectations not met' },
      { gate: 'fail if worse', title: 'Faithfulness is worse' },
    ]
    const outcome = {
      kind: 'outcome',
      at: run.header.startedAt,
      result: 'cannot tell',
      isCompared: true,
      causes,
    }
    writeFileSync(
      join(folder, 'one.jsonl'),
      [...linesOf({ ...run, items }), JSON.stringify(outcome)].join('\n'),
    )
    const ask = await serveFolder(folder)
    const { text } = await ask()
    expect(text).toContain('? cannot tell')
    expect(text).toContain('expectations not met · Faithfulness is worse')
    expect(headings((await ask({ search: 'worse' })).text)).toEqual(['/?report=one.jsonl'])
    expect(text).toContain(
      '<time datetime="2026-05-01T09:30:00.000Z" title="2026-05-01T09:30:00.000Z">2026-05-01 09:30:00 UTC</time>',
    )
    expect(text).toContain('8 of 16 expectations not met')
    expect((await ask({ report: 'one.jsonl' })).text).toContain('8 of 16 expectations not met')
  })

  it('counts failures as the report does, without those of the simulated user', async () => {
    const folder = newFolder()
    const run = runOn(1, {}, 4)
    const failures = ['Error', 'SimulatedUserError']
    const items = run.items.map((item, index) => {
      const { [index]: name } = failures
      const turns = [{ user: 'Hi', answer: 'Hello.', input: 'Hi', messages: 1, durationInMs: 1 }]
      return name === undefined
        ? { ...item, conversation: { turns, end: 'script' as const } }
        : { ...item, scores: {}, failure: { name, message: 'no', attempts: 1 } }
    })
    writeRun(folder, 'one.jsonl', { ...run, items })
    const ask = await serveFolder(folder)
    const ends = [
      '1 of 4 conversations failed',
      '3 of 4 conversations took place: the simulated user failed in 1',
    ]
    const { text } = await ask()
    const { text: report } = await ask({ report: 'one.jsonl' })
    expect(text).toContain(' · 2 conversations')
    for (const end of ends) {
      expect(text).toContain(end)
      expect(report).toContain(end)
      expect(headings((await ask({ search: end })).text)).toEqual(['/?report=one.jsonl'])
    }
  })

  it('says that the folder of runs cannot be read, rather than that it is empty', async () => {
    const folder = join(newFolder(), 'runs')
    writeFileSync(folder, 'no folder')
    expect((await (await serveFolder(folder))()).text).toContain(`${folder} cannot be read: `)
  })

  it('turns pages', async () => {
    const folder = newFolder()
    for (let number = 1; number <= 52; number += 1)
      writeRun(folder, `${number}.jsonl`, runOn(1, { id: `run-${number}` }, 1))
    const ask = await serveFolder(folder)
    await expect.poll(async () => headings((await ask()).text).length, { timeout: 20_000 }).toBe(50)
    for (const page of ['2', '99']) expect(headings((await ask({ page })).text)).toHaveLength(2)
  })

  it('opens the report of a run, and its comparison with the baseline that the address names', async () => {
    const ask = await serveFolder(someRuns())
    const report = await ask({ report: 'two.jsonl' })
    expect(report.text).toContain('href="/label/?run=two.jsonl" data-scored="Label"')
    expect(report.text).not.toContain('id="comparison"')
    for (const [after, before] of [
      ['one', 'two'],
      ['two', 'one'],
    ]) {
      const { text } = await ask({ report: `${after}.jsonl`, baseline: `${before}.jsonl` })
      expect(text).toContain('id="comparison"')
      const days = { one: '2026-05-01', two: '2026-05-02' }
      expect(text).toMatch(
        new RegExp(`Before: [^.]*${days[before as 'one']}[^.]*\\. After: [^.]*${days[after as 'one']}`),
      )
    }
  })

  it('takes the older of two chosen runs as the baseline, and of variants the one chosen first', async () => {
    const folder = someRuns()
    for (const variant of ['today', 'short']) writeRun(folder, `${variant}.jsonl`, runOn(4, { variant }))
    const ask = await serveFolder(folder)
    const chosen = async (file: string) => (await ask({ with: `${file}.jsonl` })).text
    expect(headings(await chosen('one')).slice(0, 2)).toEqual([
      '/?report=short.jsonl',
      '/?report=today.jsonl',
    ])
    expect(await chosen('one')).toContain('"/?report=two.jsonl&amp;baseline=one.jsonl"')
    expect(await chosen('two')).toContain('"/?report=two.jsonl&amp;baseline=one.jsonl"')
    expect(await chosen('today')).toContain('"/?report=short.jsonl&amp;baseline=today.jsonl"')
    expect(await chosen('short')).toContain('"/?report=today.jsonl&amp;baseline=short.jsonl"')
    const { text } = await ask({ report: 'short.jsonl', baseline: 'today.jsonl' })
    expect(text).toMatch(/variant[^<]*today → short/)
  })

  it('makes the report of a run under way anew, with the answers that it counts above, but rests between', async () => {
    const folder = newFolder()
    const file = join(folder, 'run.jsonl')
    const [header = '', ...lines] = linesOf(runOn(1))
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: process.pid, host: hostname(), id: 'x' }))
    writeFileSync(file, `${header}\n`)
    const ask = await serveFolder(folder)
    let seen = ''
    for (const [index, line] of lines.slice(0, 8).entries()) {
      appendFileSync(file, `${line}\n`)
      if (seen !== '') {
        const { text: top } = await ask({ report: 'run.jsonl', seen })
        expect(top).toContain(`running: ${index + 1} of 8 answers`)
        expect(top).toContain(`data-seen="${seen}"`)
        expect(top).not.toContain('<h1')
      }
      const { text } = await ask({ report: 'run.jsonl' })
      expect(text).toContain(`running: ${index + 1} of 8 answers`)
      expect(text).toContain(`This run is under way: so far it holds ${index + 1} of 8 answers`)
      seen = /data-seen="([^"]*)"/.exec(text)?.[1] ?? ''
    }
    appendFileSync(file, `${lines.slice(8).join('\n')}\n`)
    rmSync(`${file}.lock`)
    const { text: whole } = await ask({ report: 'run.jsonl', seen })
    expect(whole).toContain('<h1')
    expect(whole).not.toContain('under way')
    const { text: top } = await ask({
      report: 'run.jsonl',
      seen: /data-seen="([^"]*)"/.exec(whole)?.[1] ?? '',
    })
    expect(top).not.toContain('<h1')
  })

  it('says why two runs cannot be compared, with the way back', async () => {
    const folder = someRuns()
    const other = runOn(4, {})
    const items = other.items.map((item) => ({ ...item, itemId: `other ${item.itemId}` }))
    writeRun(folder, 'other.jsonl', { ...other, items })
    const ask = await serveFolder(folder)
    const { status, text } = await ask({ report: 'other.jsonl', baseline: 'one.jsonl' })
    expect([status, text]).toEqual([409, expect.stringContaining('no item is in both runs')])
    expect(text).toContain('<a href="/">← All runs</a>')
  })

  it('offers the run before it, and any other, to compare with', async () => {
    const { text } = await (await serveFolder(someRuns()))({ with: 'two.jsonl' })
    expect(text).toContain('<a href="/?report=two.jsonl&amp;baseline=one.jsonl">the run before it</a>')
    expect(text).toContain('/?report=three.jsonl&amp;baseline=two.jsonl')
  })

  it('keeps what was searched for while two runs are chosen', async () => {
    const ask = await serveFolder(someRuns())
    const listed = await ask({ search: '2026' })
    expect(listed.text).toContain('<a href="/?search=2026&amp;with=two.jsonl">Compare')
    const { text } = await ask({ search: 'hotfix', with: 'one.jsonl' })
    expect(headings(text)).toEqual(['/?report=two.jsonl'])
    expect(text).toContain('<a href="/?search=hotfix">Cancel</a>')
    expect(text).toContain('with a run below.')
    const alone = await ask({ search: 'hotfix', with: 'two.jsonl' })
    expect(alone.text).toContain('the run before it</a>, or with another one that you search for.')
  })

  it.each(['../secret.jsonl', '/etc/passwd', 'names.json', '', '__proto__'])(
    'shows no file but runs of the folder: %s',
    async (report) => {
      expect((await (await serveFolder(someRuns()))({ report })).status).toBe(404)
    },
  )

  it('makes nothing but text of the texts of others', async () => {
    const folder = newFolder()
    const { run } = hostileMaterial()
    for (const [index, text] of hostileTexts.entries()) {
      const startedAt = `2026-05-0${index % 9}T09:30:00.000Z`
      const header = { ...run.header, startedAt, id: text, commit: text, branch: text, selection: text }
      writeRun(folder, `${index} <img src=x onerror=alert(1)>.jsonl`, { ...run, header })
    }
    const ask = await serveFolder(folder)
    const [named] = hostileTexts
    const queries: Record<string, string>[] = [
      {},
      { search: '<img' },
      { search: named },
      { with: '0 <img src=x onerror=alert(1)>.jsonl' },
    ]
    for (const query of queries) {
      const { status, text } = await ask(query)
      expect(status).toBe(200)
      expect(text.match(/<script/g)).toHaveLength(1)
      expect(text).not.toMatch(/<(?:img|iframe|svg onload)/)
      expect(parse(text).childNodes).toHaveLength(2)
    }
  })
})

describe('a line over runs', () => {
  const basis = (judge: string) => ({ judge, options: {} })
  const { dataset, scorers } = runOn(1).header
  const judged = (version: string, judge = 'embedded') => ({
    scorers: scorers.map((scorer) => ({ ...scorer, version, basis: basis(judge) })),
  })

  it.each<[string, Partial<RunHeader>, Partial<RunHeader>, string | undefined]>([
    ['goes on where nothing changed', judged('1'), judged('1'), undefined],
    ['ends at another judge', judged('1'), judged('2', 'gpt'), 'the judge differs (embedded → gpt)'],
    ['ends where one run does not say', {}, judged('1'), 'one of the runs does not say'],
    ['ends at other data', {}, { dataset: { ...dataset, hash: 'other' } }, 'the data differ'],
    [
      'ends at another scale',
      {},
      { scorers: scorers.map((scorer) => ({ ...scorer, scale: 10 })) },
      'the scale differs',
    ],
  ])('%s', async (_, before, after, broken) => {
    const folder = newFolder()
    writeRun(folder, 'one.jsonl', runOn(1, before))
    writeRun(folder, 'two.jsonl', runOn(2, after))
    const runs = (await openShelf(folder)).runs()
    const { shown } = gatherHistories(runs, runs)
    const found = shown[0]?.histories.find((history) => history.scorer.id === 'faithfulness')?.points
    expect(found).toHaveLength(2)
    if (broken === undefined) expect(found?.[1]?.broken).toBeUndefined()
    else expect(found?.[1]?.broken).toContain(broken)
  })

  it('ends at a run where many items have no answer, whose card counts the answers that there are', async () => {
    const folder = newFolder()
    writeRun(folder, 'one.jsonl', runOn(1, {}, 40))
    const run = runOn(2, {}, 40)
    const failure = { name: 'Error', message: 'no', attempts: 1 }
    const items = run.items.map((item, index) => (index < 30 ? { ...item, scores: {}, failure } : item))
    writeRun(folder, 'two.jsonl', { ...run, items })
    const { text } = await (await serveFolder(folder))()
    expect(text).toMatch(/No line to .*: many items have no score in one of the runs/)
    expect(text).toMatch(/ · (?:10|[0-9]) answers/)
  })

  it('is over one dataset, which is another one in another folder', async () => {
    const folder = newFolder()
    const over = (path?: string) => ({ dataset: { ...dataset, path } })
    const filesOfLines = async () => {
      const runs = (await openShelf(folder)).runs()
      const { shown } = gatherHistories(runs, runs)
      return shown.map(({ title, histories }) => [title, histories[0]?.points.map(({ file }) => file)])
    }
    writeRun(folder, 'old.jsonl', runOn(1, over()))
    writeRun(folder, 'en-1.jsonl', runOn(2, over('en/q.jsonl')))
    expect(await filesOfLines()).toEqual([
      [expect.stringContaining('en/q.jsonl'), ['old.jsonl', 'en-1.jsonl']],
    ])
    writeRun(folder, 'de-1.jsonl', runOn(3, over('de/q.jsonl')))
    writeRun(folder, 'en-2.jsonl', runOn(4, over('en/q.jsonl')))
    writeRun(folder, 'de-2.jsonl', runOn(5, over('de/q.jsonl')))
    expect(await filesOfLines()).toEqual([
      [expect.stringContaining('de/q.jsonl'), ['de-1.jsonl', 'de-2.jsonl']],
      [expect.stringContaining('en/q.jsonl'), ['en-1.jsonl', 'en-2.jsonl']],
    ])
  })

  it('says how many runs it shows, and what the colours of its points mean', async () => {
    const folder = newFolder()
    writeRun(folder, 'one.jsonl', runOn(1), 'passed')
    const lines = linesOf(runOn(2))
    const outcome = {
      kind: 'outcome',
      at: '2026-05-02T10:00:00.000Z',
      result: 'cannot tell',
      isCompared: false,
    }
    writeFileSync(join(folder, 'two.jsonl'), [...lines, JSON.stringify(outcome)].join('\n'))
    const { text } = await (await serveFolder(folder))()
    expect(text).toContain(': 2 complete runs over all items<')
    const [, legend = ''] = /<ul class="legend soft">(.*?)<\/ul>/.exec(text) ?? []
    expect(
      legend
        .replaceAll(/<[^>]*>/g, '|')
        .split('|')
        .filter(Boolean),
    ).toEqual([...['mean, with its 95 % interval', 'passed its gates', 'cannot tell']])
  })

  it('leaves out runs of some items, of old answers, and such as did not end', async () => {
    const folder = newFolder()
    writeRun(folder, 'one.jsonl', runOn(1))
    writeRun(folder, 'two.jsonl', runOn(2))
    writeRun(folder, 'part.jsonl', runOn(3, { selection: 'worst:20' }))
    writeRun(folder, 'old.jsonl', runOn(4, { rescored: 'run-1' }))
    writeRun(folder, 'cut.jsonl', { ...runOn(5), end: undefined })
    const runs = (await openShelf(folder)).runs()
    const { shown, others } = gatherHistories(runs, runs)
    expect([shown.length, others]).toEqual([1, []])
    expect(shown[0]?.histories[0]?.points.map(({ file }) => file)).toEqual(['one.jsonl', 'two.jsonl'])
  })
})
