import type {
  CallId,
  ConsentId,
  ErasureId,
  KnowledgeBaseId,
  LeadImportId,
  MessageId,
  NumberId,
  OptOutId,
  ReportId,
  WebhookDeliveryId,
  WorkspaceId,
} from '../vocabulary/ids.ts'
import type { Connection } from './db.ts'
import { rawSql, sql, type SqlText } from './sqlText.ts'
import { statement } from './statement.ts'

/** All jobs and their payloads. Payloads contain only IDs: the rows are the source of truth. Jobs can run twice. */
export interface Jobs {
  /** Process a stored provider webhook. Added by servers of earlier versions only. */
  'providerEvents.apply': { eventId: number }
  /** Hang up a call on request. */
  'calls.end': { callId: CallId }
  /** Route a number to its agent's voice provider. */
  'numbers.route': { numberId: NumberId }
  /** Configure a connected number at its carrier and voice provider. */
  'numbers.setUp': { numberId: NumberId }
  /** Remove the configuration of a disconnected number at its carrier and voice provider. */
  'numbers.undo': { numberId: NumberId }
  /** Process a stored carrier event. */
  'carrierEvents.apply': { eventId: number }
  /** Send a waiting message, such as a reply to STOP. */
  'messages.send': { messageId: MessageId }
  /** Delete a call's recording at its provider. */
  'recordings.purge': { callId: CallId }
  /** Copy a call's recording to the file store. */
  'recordings.copy': { callId: CallId }
  /** Delete the copy of a recording. */
  'recordings.discard': { callId: CallId }
  /** Process the rows of an uploaded file. */
  'leadImports.run': { importId: LeadImportId }
  /** Sync a changed knowledge base to the providers where campaigns need it. */
  'knowledge.sync': { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId }
  /** Write the file of a report. */
  'reports.run': { reportId: ReportId }
  /** Erase all data about a phone number. */
  'erasures.run': { erasureId: ErasureId }
  /** Close the leads of a number that was put on the list by a call, and raise the alert. */
  'optOuts.follow': { optOutId: OptOutId }
  /** Open leads again for which the consents with these IDs suffice. */
  'consents.follow': { workspaceId: WorkspaceId; first: ConsentId; last: ConsentId }
  /** Delete a call at its voice provider. */
  'providerDeletions.run': { deletionId: number }
  /** Send an alert email. */
  'alertEmails.send': { mailId: number }
  /** Ask the owner of an email address to confirm that alerts can be sent there. */
  'alertRecipients.ask': { recipientId: number; attempt: number }
  /** Make one delivery attempt of a webhook. Added by servers of earlier versions only. */
  'webhooks.deliver': { deliveryId: WebhookDeliveryId }
}
export type JobName = keyof Jobs

interface Options {
  /** Earliest time to run. */
  at?: Date
  /** Jobs of one queue run one after another. */
  queue?: string
  /** A waiting job with the same key is rescheduled instead of adding another. */
  key?: string
}

const MAX_ATTEMPTS = 25

const addJob = statement(
  'jobs.add',
  sql`
    select from graphile_worker.add_job($name, $payload::json, queue_name := $queue?, run_at := $at?::timestamptz, job_key := $key?, max_attempts := ${MAX_ATTEMPTS})`,
)

/** Adds a job inside the caller's transaction: the job exists only if the transaction commits. */
export async function enqueue<Name extends JobName>(tx: Connection, name: Name, payload: Jobs[Name], options: Options = {}) {
  const { queue = null, at = null, key = null } = options
  await addJob.run({ name, payload: JSON.stringify(payload), queue, at, key }, tx)
}

const redactErrors = statement(
  'jobs.redactErrors',
  sql`update graphile_worker._private_jobs set last_error = regexp_replace(last_error, $pattern, $placeholder, 'g') where last_error ~ $pattern`,
  { isUnprepared: true },
)

/** Replaces what a regular expression matches in the errors of failed jobs, in all workspaces. */
export async function redactJobErrors(tx: Connection, { pattern, placeholder }: { pattern: string; placeholder: string }): Promise<void> {
  await redactErrors.run({ pattern, placeholder }, tx)
}

/** An expression that adds a job for each row of a statement. `field` is the payload's only field, and the row's ID its value. */
export const addJobForRow = (name: JobName, { field, key, at }: { field: string; key: string; at: SqlText }): SqlText =>
  sql`graphile_worker.add_job(${rawSql(`'${name}', json_build_object('${field}', id), job_key := '${key}:' || id`)}, run_at := ${at}, max_attempts := ${MAX_ATTEMPTS})`

/** An expression that adds a job with a payload, a JSON object. */
export const addJobWith = (name: JobName, payload: SqlText): SqlText =>
  sql`graphile_worker.add_job(${rawSql(`'${name}'`)}, ${payload}, max_attempts := ${MAX_ATTEMPTS})`
