import { afterEach, describe, expect, it } from 'vitest'
import { untilTestEnds } from '../support/until-test-ends.ts'
import { type Answer, type Comment, comment, github, token } from './github.ts'

const written: string[] = []
async function run(url: string, workflow: Parameters<typeof comment>[1]) {
  const ended = await comment(url, workflow)
  written.push(ended.stdout, ended.stderr)
  return ended
}

afterEach(() => {
  expect(written.join()).not.toContain(token)
  written.length = 0
})

const person = { login: 'somebody', type: 'User' } as const
const others = (count: number, body = 'Looks good to me.'): Comment[] =>
  Array.from({ length: count }, (_, index) => ({ id: 1000 + index, body, user: person }))

describe('the comment on a pull request', () => {
  it('is made once, and updated on later runs', async () => {
    const server = untilTestEnds(await github())
    const first = await run(server.url, { report: '## First\n' })
    expect(first).toEqual({ code: 0, stdout: 'The comment on pull request 7 was made.\n', stderr: '' })
    const second = await run(server.url, { report: '## Second\n' })
    expect(second).toMatchObject({ code: 0, stdout: 'The comment on pull request 7 was updated.\n' })
    expect(server.comments.map(({ body }) => body)).toEqual([
      '<!-- verdict verdict -->\n## Second\n\n[The run of this workflow](https://github.test/owner/project/actions/runs/99) has the log.\n',
    ])
  })

  it('is found on the second page, and comments of others are left as they are', async () => {
    const quoted = '<!-- verdict verdict -->\n> quoted by somebody'
    const server = untilTestEnds(await github([...others(60), ...others(60, quoted)]))
    const before = structuredClone(server.comments)
    await run(server.url, { report: 'First' })
    await run(server.url, { report: 'Second' })
    expect(server.comments.slice(0, 120)).toEqual(before)
    expect(server.comments).toHaveLength(121)
    expect(server.comments[120]?.body).toContain('Second')
    expect(server.requests.filter((one) => one.startsWith('GET')).map((one) => one.slice(-6))).toEqual([
      'page=1',
      'page=2',
      'page=1',
      'page=2',
    ])
  })

  it('is another one for an evaluation of another name', async () => {
    const server = untilTestEnds(await github())
    for (const name of ['one', 'two -->\n# injected', 'one']) await run(server.url, { report: name, name })
    expect(server.comments).toHaveLength(2)
    expect(server.comments[1]?.body.split('\n')[0]).toBe('<!-- verdict two%20%2D%2D%3E%0A%23%20injected -->')
  })

  it('tells nobody who is named in a report, and links no other issue', async () => {
    const server = untilTestEnds(await github())
    await run(server.url, { report: 'Ask \\@octocat about \\#12, see @org/team.' })
    expect(server.comments[0]?.body).toContain('Ask \\@\u2060octocat about \\#\u206012, see @\u2060org/team.')
  })

  it('holds whole lines of a report that is too long, and says so', async () => {
    const server = untilTestEnds(await github())
    const line = `| ${'ü'.repeat(60)} 🗼 |\n`
    const { code } = await run(server.url, { report: line.repeat(2000) })
    const body = server.comments[0]?.body ?? ''
    expect([code, body.length <= 65_536, body.length > 65_000]).toEqual([0, true, true])
    const [, ...lines] = body.slice(0, body.indexOf('\n\n… The rest')).split('\n')
    expect(new Set(lines)).toEqual(new Set([line.trimEnd()]))
    expect(body).toMatch(
      /The rest is left out for length\. \[The run of this workflow\]\(.*\) has all of it\.\n$/,
    )
    await run(server.url, { report: '🗼'.repeat(40_000) })
    expect(server.comments[0]?.body.isWellFormed()).toBe(true)
  })

  it('says that an evaluation ended without a report', async () => {
    const server = untilTestEnds(await github())
    expect((await run(server.url, {})).code).toBe(0)
    expect(server.comments[0]?.body).toContain('**The evaluation ended without a report.**')
  })

  it('is not made outside of pull requests', async () => {
    const server = untilTestEnds(await github())
    expect(await run(server.url, { report: 'x', event: { ref: 'refs/heads/main' } })).toEqual({
      code: 0,
      stdout: 'This workflow does not run for a pull request: there is nowhere to comment.\n',
      stderr: '',
    })
    expect(server.requests).toEqual([])
  })
})

describe('where GitHub refuses', () => {
  it.each([
    [
      'a fork without permission to write',
      403,
      'POST',
      /may not write comments, as in a pull request from a fork/,
    ],
    ['a token without sight of the pull request', 404, 'GET', /may not see the pull request/],
    ['a token that is not valid', 401, 'GET', /the token is not valid/],
  ])('%s is said, and fails no build', async (_, status, refused, sentence) => {
    const server = untilTestEnds(await github([], (method) => (method === refused ? status : undefined)))
    const { code, stdout, stderr } = await run(server.url, { report: 'x' })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^::warning title=Verdict::There is no comment on the pull request: .*\.\n$/)
    expect(stdout).toMatch(sentence)
    expect(server.requests.filter((one) => one.startsWith(refused))).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    [
      'a server that is down for a moment',
      (method, count) => (method === 'GET' && count < 3 ? 502 : undefined),
    ],
    ['too many requests', (_, count) => (count === 1 ? 429 : undefined)],
  ])('%s is tried again', async (_, answer) => {
    const server = untilTestEnds(await github([], answer))
    const { code } = await run(server.url, { report: 'x' })
    expect([code, server.comments.length]).toEqual([0, 1])
  })

  it('a server that stays down is said, and fails no build', async () => {
    const server = untilTestEnds(await github([], () => 503))
    const gone = await github([])
    await gone[Symbol.asyncDispose]()
    const [refusing, silent] = await Promise.all([
      run(server.url, { report: 'x' }),
      run(gone.url, { report: 'x' }),
    ])
    const said = (reason: string) => [0, expect.stringContaining(`GitHub cannot be reached (${reason}).`)]
    expect([refusing.code, refusing.stdout]).toEqual(said('HTTP 503'))
    expect(server.requests).toHaveLength(4)
    expect([silent.code, silent.stdout]).toEqual(said('ECONNREFUSED'))
  })

  it('what nobody expects is an error', async () => {
    const server = untilTestEnds(await github([], (method) => (method === 'POST' ? 422 : undefined)))
    const { code, stderr } = await run(server.url, { report: 'x' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('HTTP 422')])
  })
})
