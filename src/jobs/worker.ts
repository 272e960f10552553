import { setMaxListeners } from 'node:events'
import type { Pool } from 'pg'
import { type JobHelpers, Logger, makeWorkerUtils, run, type Runner, type TaskList } from 'graphile-worker'
import { sessionPool } from '../kernel/db/db.ts'
import { shareJobListener } from '../kernel/db/jobListener.ts'
import { announceDueJobs, returnDeadJobs, returnLostJobs, hastenFailedJobs, watchPools } from '../kernel/db/jobLocks.ts'
import type { JobName, Jobs } from '../kernel/db/queue.ts'
import { onEvent } from '../kernel/events.ts'
import { log } from '../kernel/log.ts'
import { repeat } from '../kernel/loops.ts'
import * as callStatChecks from '../services/analytics/counting/callStatChecks.ts'
import * as callWords from '../services/calls/callWords.ts'
import * as callReconciler from '../services/calls/placing/callReconciler.ts'
import * as carrierEvents from '../services/messages/carrierEvents.ts'
import * as deliveryQueue from '../services/webhooks/deliveryQueue.ts'
import * as deliveryAttempts from '../services/webhooks/deliveryAttempts.ts'
import { startDialer } from '../services/dialer/dialer.ts'
import * as erasures from '../services/privacy/erasures.ts'
import * as hangups from '../services/calls/progress/hangups.ts'
import * as appGrants from '../services/access/appGrants.ts'
import * as idempotency from '../services/shared/idempotency.ts'
import * as inboundSettings from '../services/numbers/inboundSettings.ts'
import * as knowledgeUploads from '../services/knowledge/knowledgeUploads.ts'
import * as knowledgeCleaning from '../services/knowledge/knowledgeCleaning.ts'
import * as knowledgeSync from '../services/knowledge/knowledgeSync.ts'
import * as leadConsents from '../services/leads/leadConsents.ts'
import * as leadImportRuns from '../services/leads/imports/leadImportRuns.ts'
import * as providerSlots from '../services/voiceProviders/providerSlots.ts'
import * as numberReleases from '../services/numbers/numberReleases.ts'
import * as numberSetup from '../services/numbers/numberSetup.ts'
import * as messageSends from '../services/messages/messageSends.ts'
import * as messageReconciler from '../services/messages/messageReconciler.ts'
import * as alertEmails from '../services/alerts/alertEmails.ts'
import * as alertRecipients from '../services/alerts/alertRecipients.ts'
import * as balanceAlerts from '../services/billing/balanceAlerts.ts'
import * as alertWatch from '../services/alerts/alertWatch.ts'
import * as providerAgents from '../services/agents/providerAgents.ts'
import * as optOutFollowUps from '../services/calls/optOutFollowUps.ts'
import * as providerDeletions from '../services/calls/progress/providerDeletions.ts'
import * as eventQueue from '../services/calls/progress/eventQueue.ts'
import * as eventRecovery from '../services/calls/progress/eventRecovery.ts'
import * as eventStore from '../services/calls/progress/eventStore.ts'
import * as providerEvents from '../services/calls/progress/providerEvents.ts'
import { ifDue, LOOK_INTERVAL_MS } from './dueWork.ts'
import * as publishing from '../services/agents/publishing.ts'
import * as keptRecordings from '../services/calls/recordings/keptRecordings.ts'
import * as recordingCopies from '../services/calls/recordings/recordingCopies.ts'
import * as recordingDeletions from '../services/calls/recordings/recordingDeletions.ts'
import * as partitions from '../services/privacy/partitions.ts'
import * as registerSweeps from '../services/compliance/registers/registerSweeps.ts'
import * as ruleChanges from '../services/planning/compliance/ruleChanges.ts'
import * as retention from '../services/privacy/retention.ts'
import * as reportRuns from '../services/reports/reportRuns.ts'
import * as reportSweeps from '../services/reports/reportSweeps.ts'
import * as webhookUrlUpdates from '../services/numbers/webhookUrlUpdates.ts'

/** Jobs run in groups, so that neither customers' slow receivers nor long jobs ever delay calls. The number is how many run at once. */
const CONCURRENCY = { reports: 2, long: 2, mails: 2, messages: 4, calls: 8 }
type Group = keyof typeof CONCURRENCY

/** Every job needs a handler: a missing one does not compile. `attempt` counts from 1. */
const HANDLERS: { [Name in JobName]: { group: Group; run: (payload: Jobs[Name], attempt: number) => Promise<unknown> } } = {
  'providerEvents.apply': { group: 'calls', run: ({ eventId }) => eventStore.adopt(eventId) },
  'carrierEvents.apply': { group: 'calls', run: ({ eventId }) => carrierEvents.apply(eventId) },
  'calls.end': { group: 'calls', run: ({ callId }) => hangups.processHangUp(callId) },
  'numbers.route': { group: 'calls', run: ({ numberId }) => inboundSettings.reroute(numberId) },
  'numbers.setUp': { group: 'calls', run: ({ numberId }) => numberSetup.setUp(numberId) },
  'numbers.undo': { group: 'calls', run: ({ numberId }) => numberReleases.undo(numberId) },
  'recordings.purge': { group: 'calls', run: ({ callId }) => recordingDeletions.purge(callId) },
  'recordings.copy': { group: 'long', run: ({ callId }) => recordingCopies.copy(callId) },
  'recordings.discard': { group: 'calls', run: ({ callId }) => keptRecordings.discard(callId) },
  'providerDeletions.run': { group: 'calls', run: ({ deletionId }) => providerDeletions.run(deletionId) },
  'messages.send': { group: 'messages', run: ({ messageId }) => messageSends.sendWaiting(messageId) },
  'webhooks.deliver': { group: 'calls', run: ({ deliveryId }) => deliveryAttempts.attemptById(deliveryId) },
  'alertEmails.send': { group: 'mails', run: ({ mailId }) => alertEmails.send(mailId) },
  'alertRecipients.ask': { group: 'mails', run: ({ recipientId, attempt }) => alertRecipients.send(recipientId, attempt) },
  'leadImports.run': { group: 'long', run: ({ importId }, attempt) => leadImportRuns.run(importId, attempt) },
  'knowledge.sync': { group: 'long', run: (payload) => knowledgeSync.sync(payload) },
  'erasures.run': { group: 'long', run: ({ erasureId }) => erasures.run(erasureId) },
  'consents.follow': { group: 'calls', run: ({ workspaceId, first, last }) => leadConsents.reopen(workspaceId, first, last) },
  'optOuts.follow': { group: 'calls', run: ({ optOutId }) => optOutFollowUps.run(optOutId) },
  'reports.run': { group: 'reports', run: ({ reportId }) => reportRuns.run(reportId) },
}

const logger = new Logger(() => (level, message, meta) => {
  if (level === 'error') log.error({ meta: meta?.error ?? undefined }, message)
  // Jobs that wait for other servers need no connection, so there can be more jobs than connections.
  else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(message)
})

const logFailure = (err: unknown) => log.error({ err }, 'could not claim webhooks of voice providers')

/** Workers rarely poll: they are notified of added jobs, and `announceDueJobs` announces due ones. */
const POLL_INTERVAL_MS = 120_000
/** How often work is looked for that a process has begun and not finished, usually because it died. */
const RECOVERY_INTERVAL_MS = 15_000
/** Sweeps begin after the start and one after another: at once they would take most connections while the server answers its first requests. */
const FIRST_SWEEP_MS = 3_000
const SWEEP_SPACING_MS = 100

/** Creates or updates the job tables. Run under the migration lock. */
export async function migrateJobs() {
  const utils = await makeWorkerUtils({ pgPool: sessionPool(), logger })
  await utils.migrate()
  await utils.release()
}

/** Runs jobs, dials campaigns, and reconciles calls and messages until stopped. Stopping waits for running work. */
export async function startWorker(): Promise<{ isRunning(): boolean; stop(): Promise<void> }> {
  const runners: Awaited<ReturnType<typeof startRunner>>[] = []
  const runnerPool = shareJobListener(sessionPool())
  for (const group of Object.keys(CONCURRENCY) as Group[]) runners.push(await startRunner(group, runnerPool))
  let isRunning = true
  for (const { ended } of runners) void ended.then(() => (isRunning = false))
  const ending = new AbortController()
  setMaxListeners(0, ending.signal)
  reportRuns.stopSignal.set(ending.signal)
  const dialer = startDialer()
  deliveryQueue.start(deliveryAttempts.attempt)
  eventQueue.start(providerEvents.processEvents)
  const stopListening = onEvent('providerEvents.stored', () => void eventQueue.claimDue().catch(logFailure))
  const work: [everyMs: number, run: () => Promise<unknown>][] = [
    [LOOK_INTERVAL_MS, ifDue('calls', () => callReconciler.reconcileDue(100))],
    [LOOK_INTERVAL_MS, ifDue('messages', () => messageReconciler.checkDue(100))],
    [LOOK_INTERVAL_MS, ifDue('lostEvents', eventRecovery.restore)],
    [LOOK_INTERVAL_MS, ifDue('events', eventQueue.claimDue)],
    [LOOK_INTERVAL_MS, ifDue('deliveries', deliveryAttempts.attemptDue)],
    [1_000, alertWatch.checkNoted],
    [1_000, balanceAlerts.checkNoted],
    [1_000, callWords.writeNoted],
    [LOOK_INTERVAL_MS, ifDue('jobs', announceDueJobs)],
    [3_000, ifDue('lockedJobs', returnDeadJobs)],
    [3_000, ifDue('lockedJobs', returnLostJobs)],
    [5_000, ifDue('failedJobs', hastenFailedJobs)],
  ]
  const sweeps: typeof work = [
    [5_000, knowledgeUploads.finishLapsed],
    [RECOVERY_INTERVAL_MS, reportSweeps.sweep],
    [RECOVERY_INTERVAL_MS, publishing.finishLapsed],
    [RECOVERY_INTERVAL_MS, () => recordingCopies.sweep(ending.signal)],
    [RECOVERY_INTERVAL_MS, providerAgents.clean],
    [RECOVERY_INTERVAL_MS, knowledgeSync.syncAll],
    [RECOVERY_INTERVAL_MS, knowledgeCleaning.retire],
    [RECOVERY_INTERVAL_MS, knowledgeCleaning.clean],
    [RECOVERY_INTERVAL_MS, appGrants.deleteExpired],
    [60_000, providerSlots.releaseEnded],
    [60_000, balanceAlerts.sweep],
    [60_000, alertWatch.sweep],
    [60_000, () => callWords.sweep(ending.signal)],
    [60_000, webhookUrlUpdates.sweep],
    [60_000, idempotency.deleteExpired],
    [60_000, recordingDeletions.sweep],
    [60_000, keptRecordings.sweep],
    [60_000, providerDeletions.sweep],
    [60_000, retention.sweep],
    [60_000, registerSweeps.sweep],
    [60_000, () => callStatChecks.countEarlier(ending.signal)],
    [3_600_000, () => recordingCopies.sweepEarlier(ending.signal)],
    [3_600_000, ruleChanges.check],
    [3_600_000, partitions.maintain],
    [3_600_000, carrierEvents.deleteProcessed],
    [3_600_000, appGrants.deleteUnusedClients],
  ]
  const loops = [
    ...work.map(([everyMs, run]) => repeat(ending.signal, everyMs, run)),
    ...sweeps.map(([everyMs, run], index) => repeat(ending.signal, everyMs, run, FIRST_SWEEP_MS + index * SWEEP_SPACING_MS)),
  ]
  return {
    isRunning: () => isRunning,
    async stop() {
      ending.abort()
      stopListening()
      await Promise.all([eventQueue.stop(), deliveryQueue.stop(), dialer.stop(), ...runners.map((runner) => runner.stop()), ...loops])
    },
  }
}

/** Starts the jobs of a group. `ended` resolves when they have ended for whatever reason. */
async function startRunner(group: Group, pgPool: Pool): Promise<Pick<Runner, 'stop'> & { ended: Promise<void> }> {
  const handlers = Object.entries(HANDLERS).filter(([, handler]) => handler.group === group)
  const taskList = Object.fromEntries(
    handlers.map(([name, { run: handle }]) => [name, (payload: unknown, { job }: JobHelpers) => handle(payload as never, job.attempts)]),
  ) as TaskList
  const { events, ready, stopWatching } = watchPools()
  const runner = await run({
    pgPool,
    taskList,
    concurrency: CONCURRENCY[group],
    events: events as never,
    logger,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
  })
  await ready()
  const ended = runner.promise.catch((err: unknown) => log.error({ err, group }, 'jobs have stopped running'))
  return { ended, stop: () => runner.stop().finally(stopWatching) }
}
