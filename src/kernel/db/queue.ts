import type { CallId, ErasureId, KnowledgeBaseId, LeadImportId, MessageId, NumberId, ReportId, WebhookDeliveryId, WorkspaceId } from '../vocabulary/ids.ts'
import type { Tx } from './db.ts'
import { sql, type Sql } from './sql.ts'

/** All jobs and their payloads. Payloads contain only IDs: the rows are the source of truth. Jobs can run twice. */
export interface Jobs {
  /** Process a stored provider webhook. */
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
  /** Process the rows of an uploaded file. */
  'leadImports.run': { importId: LeadImportId }
  /** Sync a changed knowledge base to the providers where campaigns need it. */
  'knowledge.sync': { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId }
  /** Write the file of a report. */
  'reports.run': { reportId: ReportId }
  /** Erase all data about a phone number. */
  'erasures.run': { erasureId: ErasureId }
  /** Delete a call at its voice provider. */
  'providerDeletions.run': { deletionId: number }
  /** Send an alert email. */
  'alertEmails.send': { mailId: number }
  /** Ask the owner of an email address to confirm that alerts can be sent there. */
  'alertRecipients.ask': { recipientId: number; attempt: number }
  /** Make one delivery attempt of a webhook. */
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

/** Adds a job inside the caller's transaction: the job exists only if the transaction commits. */
export async function enqueue<Name extends JobName>(tx: Pick<Tx, '$executeRaw'>, name: Name, payload: Jobs[Name], options: Options = {}) {
  await tx.$executeRaw`select 1 from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name := ${options.queue ?? null}, run_at := ${options.at ?? null}::timestamptz, job_key := ${options.key ?? null}, max_attempts := 25)`
}

/** SQL column that adds a job for each row of a larger statement. `field` is the payload's only field, `id` its value. */
export const enqueueSql = (name: JobName, { field, id, key, at }: { field: string; id: Sql; key: Sql; at: Date }): Sql =>
  sql`graphile_worker.add_job(${name}, json_build_object(${field}::text, ${id}), run_at := ${at}::timestamptz, job_key := ${key}, max_attempts := 25) is not null`
