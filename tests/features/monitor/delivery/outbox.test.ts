import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AlarmEvent } from '../../../../src/features/monitor/alarms/monitor-event.ts'
import type { Destination } from '../../../../src/features/monitor/delivery/destination.ts'
import { RefusedError } from '../../../../src/features/monitor/delivery/destination.ts'
import { Outbox } from '../../../../src/features/monitor/delivery/outbox.ts'
import { webhook } from '../../../../src/features/monitor/delivery/webhook.ts'
import type { MonitorEvent } from '../../../../src/features/monitor/index.ts'
import { readMonitorOptions } from '../../../../src/features/monitor/monitor-options.ts'
import { receiver } from '../receiver.ts'
import { statusOf } from '../report/status-of.ts'

const signal = new AbortController().signal
const event = (id: string): MonitorEvent => ({
  ...{ id, kind: 'blind', at: '2026-11-22T12:00:00.000Z', monitor: 'default', scorerId: 'quality' },
  sentence: 'quality: no scores arrive.',
})
const alarm = statusOf().events.find((one): one is AlarmEvent => one.kind === 'alarm') as AlarmEvent

describe('an outbox', () => {
  function failing(times: number, error: Error = new Error('away')) {
    const sent: string[] = []
    let left = times
    const destination: Destination = {
      name: 'test',
      send: async ({ id }) => {
        left -= 1
        if (left >= 0) throw error
        sent.push(id)
      },
    }
    return { destination, sent }
  }

  it('keeps the order, tries again later, and goes on from its state', async () => {
    const { destination, sent } = failing(1)
    const problems: string[] = []
    const outbox = new Outbox([destination], (to, problem) => problems.push(`${to}: ${problem}`))
    outbox.put(event('one'))
    outbox.put(event('two'))
    await Promise.all(outbox.deliver(signal))
    expect([sent, problems]).toEqual([[], ['test: away']])
    expect(outbox.status()).toMatchObject([{ waiting: 2, delivered: 0, lost: 0, problem: 'away' }])
    const due = outbox.next ?? 0
    expect(due).toBeGreaterThan(Date.now())
    const state = outbox.state()
    for (const first of Object.values(state).flatMap(({ waiting }) => waiting)) first.notBefore = 0
    const resumed = new Outbox([destination], () => {}, JSON.parse(JSON.stringify(state)))
    await Promise.all(resumed.deliver(signal))
    expect(sent).toEqual(['one', 'two'])
    expect(resumed.status()).toMatchObject([{ waiting: 0, delivered: 2, lost: 0, problem: undefined }])
    expect(resumed.next).toBeUndefined()
  })

  it('waits for no time that only a wrong clock can have set', async () => {
    const { destination, sent } = failing(0)
    const outbox = new Outbox([destination], () => {})
    outbox.put(event('one'))
    const state = outbox.state()
    // Set while the clock was two hours ahead.
    for (const first of Object.values(state).flatMap(({ waiting }) => waiting))
      first.notBefore = Date.now() + 2 * 3_600_000
    const resumed = new Outbox([destination], () => {}, state)
    expect(resumed.next).toBeLessThanOrEqual(Date.now())
    await Promise.all(resumed.deliver(signal))
    expect(sent).toEqual(['one'])
  })

  it('loses what is refused, what is too old and what is too much, and counts it', async () => {
    const refused = failing(1, new RefusedError('HTTP 400'))
    const outbox = new Outbox([refused.destination], () => {})
    outbox.put(event('one'))
    outbox.put(event('two'))
    await Promise.all(outbox.deliver(signal))
    expect([refused.sent, outbox.status()[0]?.lost]).toEqual([['two'], 1])
    const full = new Outbox([failing(1).destination], () => {})
    for (let number = 0; number < 1003; number += 1) full.put(event(String(number)))
    expect(full.status()).toMatchObject([{ waiting: 1000, lost: 3 }])
  })

  it('hands over what came after, where so much comes meanwhile that the one under way is given up', async () => {
    const sent: string[] = []
    const destination: Destination = {
      name: 'test',
      send: async ({ id }) => {
        sent.push(id)
        if (id === '0') for (let number = 1; number <= 1000; number += 1) outbox.put(event(String(number)))
      },
    }
    const outbox = new Outbox([destination], () => {})
    outbox.put(event('0'))
    await Promise.all(outbox.deliver(signal))
    expect(sent).toEqual(Array.from({ length: 1001 }, (_, number) => String(number)))
  })

  it('is not held up for others by one that is dead', async () => {
    const dead = webhook({ url: 'http://127.0.0.1:9/', answers: true })
    const { received, url } = await receiver()
    const outbox = new Outbox([dead, webhook({ url, answers: true })], () => {})
    outbox.put(event('one'))
    await Promise.all(outbox.deliver(signal))
    expect(received.map(({ event }) => event.id)).toEqual(['one'])
    expect(outbox.status().map(({ waiting }) => waiting)).toEqual([1, 0])
    expect(outbox.status()[0]?.problem).toContain('fetch failed')
  })
})

describe('a destination that never answers', () => {
  it('holds up no other, is not asked again meanwhile, and ends with the monitor', async () => {
    const asked: string[] = []
    const silent: Destination = {
      name: 'silent',
      send: ({ id }) => {
        asked.push(id)
        return new Promise(() => {})
      },
    }
    const sent: string[] = []
    const quick: Destination = { name: 'quick', send: async ({ id }) => void sent.push(id) }
    const outbox = new Outbox([silent, quick], () => {})
    const stop = new AbortController()
    outbox.put(event('one'))
    const [silentLine, quickLine] = outbox.deliver(stop.signal)
    expect(await quickLine).toBe(true)
    // Nothing is to be done until there is something for the other.
    expect(outbox.next).toBeUndefined()
    outbox.put(event('two'))
    await Promise.all(outbox.deliver(stop.signal))
    expect([asked, sent]).toEqual([['one'], ['one', 'two']])
    stop.abort(new Error('the monitor was stopped'))
    await silentLine
    expect(outbox.status().map(({ waiting, lost }) => [waiting, lost])).toEqual([
      [2, 0],
      [0, 0],
    ])
  })
})

describe('a webhook', () => {
  it('signs the time and the body, and names the event', async () => {
    const { received, url } = await receiver()
    await webhook({ url, answers: true, secret: 'hush' }).send(alarm, signal)
    const [first] = received
    if (first === undefined) throw new Error('nothing was received')
    const { body, headers, event } = first
    expect(event).toEqual(JSON.parse(JSON.stringify(alarm)))
    const [, seconds, hash] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(headers['verdict-signature'])) ?? []
    expect(hash).toBe(createHmac('sha256', 'hush').update(`${seconds}.${body}`).digest('hex'))
    expect(Math.abs(Date.now() / 1000 - Number(seconds))).toBeLessThan(60)
    expect(headers['verdict-event']).toBe(alarm.id)
    await webhook({ url, answers: false }).send(alarm, signal)
    expect(received[1]?.body).not.toContain('330 metres')
  })

  it('shows neither the secret nor the path of its address in its name', () => {
    const { name } = webhook({ url: 'https://hooks.example.org/T0/secret', answers: true, secret: 'hush' })
    expect(name).toMatch(/^webhook https:\/\/hooks\.example\.org [0-9a-f]{8}$/)
  })

  it('has no address with a name and a password, which errors would show', () => {
    const url = 'https://someone:hush@example.org/'
    expect(() => readMonitorOptions({ webhooks: [{ url }] })).toThrow(
      /^monitor: options.webhooks.0.url: (?!.*hush)/,
    )
  })

  it('tells what may come off another time from what will not', async () => {
    const { url } = await receiver(() => code)
    let code = 503
    const hook = webhook({ url, answers: true })
    await expect(hook.send(alarm, signal)).rejects.toThrow('HTTP 503')
    code = 400
    await expect(hook.send(alarm, signal)).rejects.toThrow(RefusedError)
  })
})
