import { setMaxListeners } from 'node:events'
import { type JobHelpers, Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import { pool } from '../db.ts'
import { log } from '../log.ts'
import { repeat } from '../loops.ts'
import * as callStatChecks from '../services/callStatChecks.ts'
import * as callWatch from '../services/callWatch.ts'
import * as carrierEvents from '../services/carrierEvents.ts'
import * as deliveries from '../services/deliveries.ts'
import { startDialer } from '../services/dialer.ts'
import * as erasures from '../services/erasures.ts'
import * as endings from '../services/endings.ts'
import * as grants from '../services/grants.ts'
import * as idempotency from '../services/idempotency.ts'
import * as inboundSettings from '../services/inboundSettings.ts'
import * as knowledgeBringing from '../services/knowledgeBringing.ts'
import * as knowledgeCleaning from '../services/knowledgeCleaning.ts'
import * as knowledgeSync from '../services/knowledgeSync.ts'
import * as leadImportRuns from '../services/leadImportRuns.ts'
import * as lines from '../services/lines.ts'
import * as numberReleases from '../services/numberReleases.ts'
import * as numberSetup from '../services/numberSetup.ts'
import * as messageSends from '../services/messageSends.ts'
import * as messageWatch from '../services/messageWatch.ts'
import * as noticeMails from '../services/noticeMails.ts'
import * as noticeRecipients from '../services/noticeRecipients.ts'
import * as noticeWatch from '../services/noticeWatch.ts'
import * as providerAgents from '../services/providerAgents.ts'
import * as providerDeletions from '../services/providerDeletions.ts'
import * as providerEvents from '../services/providerEvents.ts'
import * as publishing from '../services/publishing.ts'
import * as recordingDeletions from '../services/recordingDeletions.ts'
import * as retention from '../services/retention.ts'
import * as reportRuns from '../services/reportRuns.ts'
import * as reportSweeps from '../services/reportSweeps.ts'
import * as webhookMoves from '../services/webhookMoves.ts'
import { announceDue, freeDead, freeLost, hastenFailed, watchPools } from './jobLocks.ts'
import type { JobName, Jobs } from './queue.ts'

/** `attempt` is which of its tries this is, from 1. */
type Handlers = { [Name in JobName]?: (payload: Jobs[Name], attempt: number) => Promise<unknown> }

/** What each job does, in groups, so that neither customers' slow receivers nor long work ever hold up the life of calls. */
const CALLS: Handlers = {
  'providerEvents.apply': ({ eventId }) => providerEvents.apply(eventId),
  'carrierEvents.apply': ({ eventId }) => carrierEvents.apply(eventId),
  'calls.end': ({ callId }) => endings.carryOut(callId),
  'numbers.route': ({ numberId }) => inboundSettings.routeAgain(numberId),
  'numbers.setUp': ({ numberId }) => numberSetup.setUp(numberId),
  'numbers.undo': ({ numberId }) => numberReleases.undo(numberId),
  'recordings.purge': ({ callId }) => recordingDeletions.purge(callId),
  'providerDeletions.run': ({ deletionId }) => providerDeletions.run(deletionId),
}
const TEXTS: Handlers = { 'messages.send': ({ messageId }) => messageSends.sendWaiting(messageId) }
const WEBHOOKS: Handlers = { 'webhooks.deliver': ({ deliveryId }) => deliveries.attempt(deliveryId) }
const MAILS: Handlers = {
  'noticeMails.send': ({ mailId }) => noticeMails.send(mailId),
  'noticeRecipients.ask': ({ recipientId, attempt }) => noticeRecipients.send(recipientId, attempt),
}
const LONG: Handlers = {
  'leadImports.run': ({ importId }, attempt) => leadImportRuns.run(importId, attempt),
  'knowledge.sync': knowledgeSync.sync,
  'erasures.run': ({ erasureId }) => erasures.run(erasureId),
}
const REPORTS: Handlers = { 'reports.run': ({ reportId }) => reportRuns.run(reportId) }

const logger = new Logger(() => (level, message, meta) => {
  if (level === 'error') log.error({ meta: meta?.error ?? undefined }, message)
  else if (level === 'warning') log.warn(message)
})

/** A worker looks for itself that seldom: it is told of jobs that are added, and of those that come due by `announceDue`. */
const POLL_MS = 60_000

/** Makes or updates the job tables. Run under the migration lock. */
export async function migrateJobs() {
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  await utils.release()
}

/** Works on jobs, dials campaigns, and watches over calls and texts, until stopped; stopping waits for what is under way. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const runners = await Promise.all([runner(CALLS, 8), runner(TEXTS, 4), runner(WEBHOOKS, 24), runner(MAILS, 2), runner(LONG, 2), runner(REPORTS, 2)])
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  reportRuns.endWith(ending.signal)
  const dialer = startDialer()
  const loops = [
    repeat(ending.signal, 500, () => callWatch.watch()),
    repeat(ending.signal, 500, () => messageWatch.watch()),
    repeat(ending.signal, 1_000, noticeWatch.look),
    repeat(ending.signal, 60_000, noticeWatch.sweep),
    repeat(ending.signal, 1_000, announceDue),
    repeat(ending.signal, 3_000, freeDead),
    repeat(ending.signal, 3_000, freeLost),
    repeat(ending.signal, 5_000, hastenFailed),
    repeat(ending.signal, 3_600_000, providerEvents.forgetOld),
    repeat(ending.signal, 3_600_000, carrierEvents.forgetOld),
    repeat(ending.signal, 60_000, idempotency.forgetOld),
    repeat(ending.signal, 5_000, grants.forgetExpired),
    repeat(ending.signal, 3_600_000, grants.forgetUnusedClients),
    repeat(ending.signal, 60_000, recordingDeletions.sweep),
    repeat(ending.signal, 60_000, retention.sweep),
    repeat(ending.signal, 60_000, () => callStatChecks.countEarlier(ending.signal)),
    repeat(ending.signal, 60_000, providerDeletions.sweep),
    repeat(ending.signal, 60_000, lines.reclaim),
    repeat(ending.signal, 10_000, reportSweeps.sweep),
    repeat(ending.signal, 5_000, publishing.finishLapsed),
    repeat(ending.signal, 60_000, webhookMoves.sweep),
    repeat(ending.signal, 5_000, providerAgents.clean),
    repeat(ending.signal, 3_000, knowledgeBringing.finishLapsed),
    repeat(ending.signal, 10_000, knowledgeSync.syncAll),
    repeat(ending.signal, 5_000, knowledgeCleaning.retire),
    repeat(ending.signal, 5_000, knowledgeCleaning.clean),
  ]
  return {
    async stop() {
      ending.abort()
      await Promise.all([dialer.stop(), ...runners.map((running) => running.stop()), ...loops])
    },
  }
}

async function runner(handlers: Handlers, concurrency: number): Promise<Pick<Runner, 'stop'>> {
  const taskList = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown, { job }: JobHelpers) => handle(payload as never, job.attempts)]),
  ) as TaskList
  const { events, held, forget } = watchPools()
  const running = await run({ pgPool: pool, taskList, concurrency, events: events as never, logger, noHandleSignals: true, pollInterval: POLL_MS })
  await held()
  return { stop: () => running.stop().finally(forget) }
}
