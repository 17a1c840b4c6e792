import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLabels } from '../../../src/features/labels/file/read-labels.ts'
import { command, project } from '../../cli/support.ts'
import { asJsonLines, labelOf, singleStatements } from './labelled-run.ts'

const shares = Array.from({ length: 80 }, (_, index) => ((index * 29) % 81) / 80)
const run = singleStatements(shares)
const runText = [run.header, ...run.items, run.end].map((line) => `${JSON.stringify(line)}\n`).join('')

/** Until the page is there; then it is stopped as by Ctrl-C. */
async function stopped(folder: string, args: readonly string[]) {
  const stop = new AbortController()
  setTimeout(() => stop.abort(new Error('interrupted')), 300)
  return command(folder, ['label', 'run.jsonl', ...args], { signal: stop.signal })
}

describe('verdict label', () => {
  it('draws, prints an address of this machine, and ends with Ctrl-C', async () => {
    const folder = project({ 'run.jsonl': runText })
    const { code, stdout, stderr } = await stopped(folder, ['--sample', '20', '--rater', 'ann'])
    expect(stdout).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/)
    expect(stderr).toContain(
      '20 of 80 answers are drawn (each with the same chance); ann has 20 labels to give',
    )
    expect(stderr).toContain('0 of 20 done, 0 in this session; run it again to resume.')
    expect(code).toBe(0)
    const { lines } = await readLabels(join(folder, 'run.labels.jsonl'))
    expect(lines).toMatchObject([{ kind: 'draw', by: 'uniform', count: 20, of: 80, seed: 1 }])
  })

  it('labels the first of several scorers, which is said', async () => {
    const [head = '', ...lines] = runText.split('\n')
    const { scorers, ...header } = JSON.parse(head)
    const tone = { ...scorers[0], id: 'tone', name: 'Tone' }
    const several = [JSON.stringify({ ...header, scorers: [...scorers, tone] }), ...lines].join('\n')
    const { code, stderr } = await stopped(project({ 'run.jsonl': several }), [])
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('about relevancy, the first scorer of the run'),
    ])
    expect(stderr).toContain('--scorer names another (tone)')
    const { stdout } = await command(project(), ['label', '--help'])
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'the scorer to label for (default: the first scorer of the run)',
    )
  })

  it('labels whole answers for a scorer without a judge, and says why', async () => {
    const folder = project({ 'answers.jsonl': '{"input":"How tall?","output":"It is tall."}\n' })
    await command(folder, ['run', 'answers.jsonl', '--scorer', 'completeness', '--file', 'run.jsonl'])
    const { stderr } = await stopped(folder, [])
    expect(stderr).toContain(
      'completeness scores whole answers, without a judge, so whole answers are labelled.',
    )
    expect(stderr).toContain('1 of 1 answer is drawn (all of them)')
    const refused = await command(folder, ['label', 'run.jsonl', '--unit', 'statement'])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--unit statement: completeness'),
    ])
  })

  it('goes on with a draw, and adds to it where more are wanted', async () => {
    const folder = project({ 'run.jsonl': runText })
    await stopped(folder, ['--sample', '20', '--by', 'score', '--seed', '3'])
    expect((await stopped(folder, [])).stderr).toContain('20 of 80 answers are drawn (by the judge’s score)')
    expect((await stopped(folder, ['--sample', '40'])).stderr).toContain('40 of 80 answers are drawn')
    const other = await command(folder, ['label', 'run.jsonl', '--sample', '60', '--by', 'uniform'])
    expect(other).toMatchObject({ code: 2 })
    expect(other.stderr).toContain('the draw cannot continue with uniform')
  })

  it('chooses a quarter for improve beside what chance draws, and goes on with both', async () => {
    const folder = project({ 'run.jsonl': runText })
    await stopped(folder, ['--sample', '12'])
    const { stderr } = await stopped(folder, ['--for', 'improve', '--sample', '24'])
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '18 of 80 answers are drawn (each with the same chance), and 6 chosen for `verdict improve` where the judge is in doubt;',
    )
    expect(stderr).toContain('has 24 labels to give')
    expect((await stopped(folder, [])).stderr).toContain('has 24 labels to give')
    expect((await stopped(folder, ['--for', 'improve'])).stderr).toContain('has 24 labels to give')
    const { lines } = await readLabels(join(folder, 'run.labels.jsonl'))
    expect(lines.map((line) => line.kind === 'draw' && [line.answers.length, line.chosen?.length])).toEqual([
      [12, undefined],
      [18, 6],
    ])
    expect((await stopped(folder, ['--for', 'improve', '--by', 'score'])).code).toBe(2)
  })

  it('says of a run that stopped when it was decided that no report takes its labels, and plans none', async () => {
    const end = { ...run.end, status: 'decided' }
    const lines = [run.header, ...run.items, end].map((line) => `${JSON.stringify(line)}\n`)
    const folder = project({ 'run.jsonl': lines.join('') })
    const why = 'stopped when it was decided, so what the judge said decided which answers it has'
    const { code, stderr } = await stopped(folder, ['--sample', '20'])
    expect([code, stderr.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(`^warning: .*${why}.*verdict agreement. accepts them anyway$`),
    ])
    expect((await stopped(project({ 'run.jsonl': runText }), ['--sample', '20'])).stderr).not.toContain(why)
    const plan = await command(folder, ['label', 'plan', 'run.jsonl', '0.05'])
    expect([plan.code, plan.stdout]).toEqual([2, ''])
    expect(plan.stderr).toContain(why)
  })

  it('asks for a rater with a name, before anything is written', async () => {
    const folder = project({ 'run.jsonl': runText })
    const { code, stderr } = await command(folder, ['label', 'run.jsonl', '--rater', ' '])
    expect([code, stderr]).toEqual([2, expect.stringContaining('It must be a name.')])
    expect(readdirSync(folder)).toEqual(['run.jsonl'])
  })

  it('plans from scores, and from labels where there are enough', async () => {
    const folder = project({ 'run.jsonl': runText })
    const before = await command(folder, ['label', 'plan', 'run.jsonl', '0.2'])
    expect(before.code).toBe(0)
    expect(before.stdout).toMatch(/^± 0\.2 at 95 % takes \d+ labelled answers of 80\.\n/)
    expect(before.stdout).toContain('plan again with 25 labels of a random draw.')
    const narrow = await command(folder, ['label', 'plan', 'run.jsonl', '0.001'])
    expect(narrow.stdout).toContain('the interval is wider even with all 80 labelled')
    expect(narrow.stdout).toContain('This plan assumes the worst')
    await stopped(folder, ['--sample', '40'])
    const file = join(folder, 'run.labels.jsonl')
    const { lines } = await readLabels(file)
    const [draw] = lines
    if (draw?.kind !== 'draw') throw new Error('nothing was drawn')
    const labels = draw.answers.map(({ itemId }) => {
      const share = shares[Number(itemId.slice(1)) - 1] as number
      return labelOf(run, itemId, share > 0.4 ? 1 : 0)
    })
    const labelled = project({ 'run.jsonl': runText, 'run.labels.jsonl': asJsonLines([draw, ...labels]) })
    const after = await command(labelled, ['label', 'plan', 'run.jsonl', '0.2'])
    expect(after.stdout).toContain(', 40 done, ')
    expect(after.stdout).toMatch(/Without the judge it takes \d+\. The judge helps from \d+ labels on\./)
    expect(after.stdout).toContain('This plan uses the labels so far')
    const all = shares.map((share, index) => labelOf(run, `a${index + 1}`, share > 0.4 ? 1 : 0))
    const whole = project({ 'run.jsonl': runText, 'run.labels.jsonl': asJsonLines(all) })
    const { stdout } = await command(whole, ['label', 'plan', 'run.jsonl', '0.2'])
    expect(stdout).toContain(', 80 done, 0 to go.')
    expect(stdout).toContain('This plan uses the labels so far')
    const own = all.map((label) => ({ ...label, selfSelected: true }))
    const chosen = project({ 'run.jsonl': runText, 'run.labels.jsonl': asJsonLines(own) })
    expect((await command(chosen, ['label', 'plan', 'run.jsonl', '0.2'])).stdout).toContain(
      'People chose which answers to label, so their labels do not count here.',
    )
  })

  it('takes over labels of a file, once', async () => {
    const csv = 'question,verdict\na1,good\na2,bad\n'
    const folder = project({ 'run.jsonl': runText, 'reviewed.csv': csv })
    const args = [
      'label',
      'import',
      'run.jsonl',
      'reviewed.csv',
      '--field',
      'question=id',
      '--field',
      'verdict=label',
    ]
    const values = ['--value', 'good=1', '--value', 'bad=0']
    expect((await command(folder, [...args, ...values])).stderr).toContain("required option '--chosen-by")
    expect((await command(folder, [...args, '--chosen-by', 'users'])).stderr).toContain('give labels a value')
    const first = await command(folder, [...args, ...values, '--chosen-by', 'users'])
    expect(first).toMatchObject({ code: 0, stdout: '2 labels added to run.labels.jsonl.\n' })
    expect(first.stderr).toContain('no interval can correct for that')
    const again = await command(folder, [...args, ...values, '--chosen-by', 'users'])
    expect(again.stdout).toBe('0 labels added to run.labels.jsonl.\n2 labels were already there.\n')
    expect(readFileSync(join(folder, 'run.labels.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
    const corrected = ['--value', 'good=1', '--value', 'bad=0.5', '--chosen-by', 'users']
    expect((await command(folder, [...args, ...corrected])).stdout).toBe(
      '0 labels added to run.labels.jsonl.\n1 label changed.\n1 label was already there.\n',
    )
  })

  it('says how far raters of the same answers agree, on import and in what follows', async () => {
    const stars = shares.slice(0, 60).map((_, index) => 1 + (index % 5))
    const rows = stars.flatMap((star, index) => [
      `a${index + 1},${star},ann`,
      `a${index + 1},${6 - star},bob`,
    ])
    const csv = ['id,label,rater', ...rows, ''].join('\n')
    const folder = project({ 'run.jsonl': runText, 'stars.csv': csv })
    const args = ['run.jsonl', 'stars.csv', '--range', '1..5', '--chosen-by', 'chance']
    const { stdout } = await command(folder, ['label', 'import', ...args])
    expect(stdout).toContain(
      'There are 120 labels of 60 answers by 2 raters. ann and bob labelled 60 of the same and agreed on 12: Krippendorff’s α −0.',
    )
    const report = await command(folder, ['report', 'run.jsonl', '--labels', 'run.labels.jsonl'])
    const words = report.stdout.replaceAll(/\s+/g, ' ')
    expect(words).toContain('from 60 labelled answers of 80;')
    expect(words).toContain('The estimate takes the mean of raters who hardly agree')
    // Their means lie close together, which would make a narrow interval.
    const gate = ['--gate', 'relevancy=0.9', '--by', 'people']
    const gated = await command(folder, ['report', 'run.jsonl', '--labels', 'run.labels.jsonl', ...gate])
    expect(gated.code).toBe(3)
    expect(gated.stdout.replaceAll(/\s+/g, ' ')).toContain('No interval: the raters hardly agree')
    const recorded = await command(folder, ['agreement', 'recorded', 'run.labels.jsonl', 'run.jsonl'])
    expect(recorded.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the means of the raters are the same for all rows, so nothing can agree with them; their labels differ (Krippendorff’s α',
    )
  })

  it('takes over feedback of the configured Mastra, and says what it lacks', async () => {
    const config = `
import { Mastra } from '${import.meta.resolve('@mastra/core/mastra')}'
import { InMemoryStore } from '${import.meta.resolve('@mastra/core/storage')}'
const storage = new InMemoryStore()
const store = await storage.getStore('observability')
await store.createFeedback({ feedback: { feedbackId: 'f', timestamp: new Date(), traceId: 'a3', feedbackType: 'thumbs', value: 'up' } })
export default { mastra: new Mastra({ storage, logger: false }) }
`
    const folder = project({
      'run.jsonl': runText,
      'verdict.config.mjs': config,
      'empty.config.mjs': 'export default {}',
    })
    const args = ['label', 'feedback', 'run.jsonl', '--value', 'up=1']
    const lacking = await command(folder, [...args, '--config', 'empty.config.mjs'])
    expect(lacking.stderr).toContain('the configuration has no `mastra`')
    const taken = await command(folder, args)
    expect(taken.stdout).toBe('1 label added to run.labels.jsonl.\n')
    expect(taken.stderr).toContain('no interval can correct for that')
    const { lines } = await readLabels(join(folder, 'run.labels.jsonl'))
    expect(lines).toMatchObject([
      { itemId: 'a3', label: 'up', value: 1, selfSelected: true, source: 'feedback' },
    ])
  })

  it.each([
    [['--scorer', 'tone'], 'the run has no scorer tone, only relevancy'],
    [['--labels', 'run.jsonl'], 'this is the run file'],
    [['--port', 'x'], 'It must be a port, 0 to 65535'],
    [['--by', 'mood'], "'mood' is invalid"],
    [['--type', 'thumbs'], "unknown option '--type'"],
  ])('says what is wrong with %s', async (args, message) => {
    const { code, stderr } = await command(project({ 'run.jsonl': runText }), ['label', 'run.jsonl', ...args])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it.each([
    [['plan', 'run.jsonl', '-1'], 'It must be a number above 0'],
    [['plan', 'run.jsonl', '0'], 'It must be a number above 0'],
    [['plan', 'run.jsonl', '0.1', '--port', '0'], "unknown option '--port'"],
    [['import', 'run.jsonl', 'a.csv', '--chosen-by', 'users', '--since', '1d'], "unknown option '--since'"],
    [['feedback', 'run.jsonl', '--field', 'a=id'], "unknown option '--field'"],
    [['feedback', 'run.jsonl', '--chosen-by', 'chance'], "unknown option '--chosen-by'"],
  ])('its commands take what is theirs: %j', async (args, message) => {
    const { code, stderr } = await command(project({ 'run.jsonl': runText }), ['label', ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})
