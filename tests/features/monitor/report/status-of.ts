import type { AlarmEvent } from '../../../../src/features/monitor/alarms/monitor-event.ts'
import type { MonitorStatus, StreamStatus } from '../../../../src/features/monitor/status.ts'

const begin = Date.UTC(2026, 10, 20)
const hour = 3_600_000
const at = (hours: number) => new Date(begin + hours * hour).toISOString()

const history = (from: number, to: number) =>
  Array.from({ length: 80 }, (_, index) => {
    const mean = (index < 50 ? from : to) + 0.03 * Math.sin(index)
    return { from: at(index), to: at(index + 1), count: 40, mean }
  })

function stream(more: Partial<StreamStatus>): StreamStatus {
  return {
    key: { scorerId: 'answer-relevancy', of: 'scores' },
    label: 'answer-relevancy',
    state: 'calm',
    words: 'No loss beyond the limit.',
    ...{ low: 0, high: 1, lowerIsBetter: false, reference: 0.86, limit: 0.84, evidence: 0.01 },
    ...{ scores: 3200, observations: 2900, openConversations: 3, outOfRange: 0 },
    all: { count: 2900, mean: 0.842, low: 0.83, high: 0.85 },
    current: { count: 900, mean: 0.861, low: 0.84, high: 0.88, since: at(40) },
    judging: { calls: 1.2, tokens: 934, durationInMs: 812 },
    lastScoreAt: at(80),
    history: history(0.86, 0.85),
    ...more,
  }
}

/** A monitor's knowledge in which everything occurs; `text` stands wherever text of others may. */
export function statusOf(text = 'What does the report show?'): MonitorStatus {
  const alarm: AlarmEvent = {
    id: '5f0c1d2e-0000-8000-8000-000000000001',
    kind: 'alarm',
    at: at(70),
    monitor: 'default',
    sentence: `faithfulness: the mean went from 0.910 to 0.640 since about 2026-11-22 02:00 UTC. ${text}`,
    stream: { scorerId: 'faithfulness', of: 'scores' },
    since: { estimate: at(50), low: at(48), high: at(53), level: 0.95 },
    toWithin: { low: 0.58, high: 0.7, level: 0.95 },
    ...{ from: 0.91, to: 0.64, limit: 0.89, scale: 1, observations: 2410, finding: 'the answers changed' },
    groups: [
      {
        ...{ field: 'version', value: text, difference: -0.31, moved: true },
        after: { mean: 0.6, scores: 800 },
      },
      {
        ...{ field: 'agent', value: 'guide', difference: -0.01, moved: false },
        before: { mean: 0.91, scores: 1200 },
        after: { mean: 0.9, scores: 300 },
      },
    ],
    worst: Array.from({ length: 3 }, (_, index) => ({
      ...{ id: `row-${index}`, time: at(60 + index), score: index / 10, agentId: 'guide' },
      question: text,
      answer: `${text}\n\nIt is 330 metres tall, and it was built for the exhibition of 1889.`,
      reason: 'The score is 0.00: 1 of 1 statements is not supported.',
      verdicts: [{ unit: text, verdict: 'no', reason: text, credit: 0 }],
      traceId: 'abc',
      link: 'http://localhost:4111/traces?traceId=abc',
    })),
  }
  return {
    ...{
      version: 1,
      monitor: 'default',
      at: at(81),
      lookedAt: at(81),
      rows: 6400,
      missed: 3,
      averageRunLength: 50_000,
    },
    ...{ by: ['agent'], without: { agent: 12 } },
    streams: [
      stream({}),
      stream({
        key: { scorerId: 'faithfulness', of: 'scores' },
        ...{ label: 'faithfulness', state: 'alarm', words: 'In alarm since 2026-11-22 22:00 UTC.' },
        reference: 0.91,
        limit: 0.89,
        history: history(0.91, 0.64),
      }),
      stream({
        key: { scorerId: 'faithfulness', of: 'scores', field: 'agent', value: text },
        ...{ label: 'x', state: 'learning', words: 'Learning its reference: 412 of 1,000 observations.' },
        ...{ reference: undefined, limit: undefined },
      }),
      stream({
        key: { scorerId: 'faithfulness', of: 'failures' },
        ...{
          label: 'failures of faithfulness',
          state: 'blind',
          words: 'Blind: agents answer but no scores arrive.',
        },
        history: [],
      }),
    ],
    coverage: [
      {
        ...{ scorerId: 'faithfulness', seen: 4000, sampled: 400, scored: 380, failed: 4, notScorable: 9 },
        ...{ queued: 2, isFiltered: true, scoredLately: 0, isBlind: true, agents: [] },
      },
    ],
    anchors: [
      {
        ...{ scorerId: 'faithfulness', anchors: 60, judged: 240, failed: 1, problem: text, changed: 'lower' },
        ...{ difference: -0.12, over: 80, interval: { low: -0.2, high: -0.05, level: 0.95 } },
        labels: { judged: 100, storedError: 0.1, error: 0.2 },
      },
    ],
    anchorsRest: '500 of 500 calls have been made',
    events: [
      {
        ...{
          id: 'b',
          kind: 'finding',
          at: at(72),
          monitor: 'default',
          sentence: 'faithfulness: the answers changed.',
        },
        ...{ stream: alarm.stream, alarm: alarm.id, finding: 'the answers changed' },
      },
      alarm,
      {
        id: 'c',
        kind: 'blind',
        at: at(20),
        monitor: 'default',
        sentence: `${text} is blind.`,
        scorerId: 'x',
      },
    ],
    delivery: [
      { to: 'json https://example.org 1a2b3c4d', waiting: 2, delivered: 10, lost: 1, problem: text },
    ],
    problems: [`The store cannot be reached or read: ${text}`],
  }
}
