import { EventMaker } from './alarms/event-maker.ts'
import { readAnchors } from './anchors/anchor-file.ts'
import { Anchors } from './anchors/anchors.ts'
import { listDestinations, Outbox } from './delivery/outbox.ts'
import type { ReadMonitorOptions } from './monitor-options.ts'
import { CoverageCounts } from './source/counted-coverage.ts'
import type { Database } from './source/database.ts'
import { endedJobs } from './source/ended-jobs.ts'
import { Follower } from './source/follow-table.ts'
import { Copies } from './source/repeated-rows.ts'
import { RowTimes } from './source/row-times.ts'
import { makeScoreIndex } from './source/score-index.ts'
import { ScoreRows, spanWithinInMs } from './source/score-rows.ts'
import type { MonitorState } from './state/monitor-state.ts'
import { needsSpan } from './streams/group-fields.ts'
import { KnownScorers } from './streams/known-scorers.ts'
import { readReferences } from './streams/references.ts'
import { Streams } from './streams/streams.ts'

/** A whole page is in memory; larger pages are hardly faster to read. */
const pageSize = 250

export async function openObserverParts(
  database: Database,
  options: ReadMonitorOptions,
  state: MonitorState | undefined,
  mayCreate: boolean,
) {
  const scorers = new KnownScorers(options.mastra, options.scorers)
  await scorers.read()
  const references = await readReferences(options.reference)
  const notes = new Set<string>()
  const { onWarning: warn = (text: string) => console.warn(`monitor: ${text}`) } = options
  const onWarning = (sentence: string) => {
    notes.add(sentence)
    warn(sentence)
  }
  const openAnchors = async () => {
    const { anchors: given, prices, telemetry } = options
    const anchors = given && (await readAnchors(given.file))
    return (
      anchors && new Anchors(anchors, scorers, { ...given, prices, telemetry, onWarning }, state?.anchors)
    )
  }
  const anchors = await openAnchors()
  if (options.anchors && anchors === undefined)
    warn(
      `there are no anchors yet in ${options.anchors.file}: once answers have been scored, draw some with \`verdict monitor anchors 60\`; the monitor's next look will find them`,
    )
  const withSpans = options.by.some(needsSpan) && (await database.has('mastra_ai_spans'))
  const rows = new ScoreRows(database, { withSpans })
  const noIndex = mayCreate ? await makeScoreIndex(database) : undefined
  if (noIndex !== undefined)
    onWarning(`every check reads the whole table of scores, because no index can be made: ${noIndex}`)
  // Scores that wait for their span are late, whatever the option says.
  const scoresLateInMs = withSpans ? Math.max(options.lateInMs, spanWithinInMs) : options.lateInMs
  const reading = { lateInMs: options.lateInMs, pageSize, since: options.since }
  const streams = new Streams({ options, scorers, references, onWarning }, state)
  return {
    options,
    scorers,
    rows,
    streams,
    notes,
    copies: new Copies(state?.copies),
    times: new RowTimes(warn, state?.wrongTimes),
    coverage: new CoverageCounts(database, options),
    scores: new Follower(rows, { ...reading, lateInMs: scoresLateInMs }, state?.scores),
    jobs: options.queue && new Follower(endedJobs(options.queue), reading, state?.jobs),
    anchors,
    openAnchors,
    /** The state to keep while there are no anchors. */
    anchorsState: state?.anchors,
    outbox: new Outbox(
      listDestinations(options),
      (to, problem) => onWarning(`events to ${to}: ${problem}`),
      state?.outbox,
    ),
    maker: new EventMaker({ options, rows, onWarning }),
  }
}
