import type { Tx } from './db.ts'
import { sql, type Sql } from './sql.ts'

/** Every job and what it carries: ids only, since the truth is in the rows. Jobs are wake-ups and may run twice. */
export interface Jobs {
  /** Work on one stored webhook of a provider. */
  'providerEvents.apply': { eventId: number }
  /** Hang up a call that somebody wants ended. */
  'calls.end': { callId: number }
  /** Route a number to where its agent speaks. */
  'numbers.route': { numberId: number }
  /** Tell carrier and voice provider what a linked number needs. */
  'numbers.setUp': { numberId: number }
  /** Take a released number back from carrier and voice provider. */
  'numbers.undo': { numberId: number }
  /** Work on one thing that a carrier told. */
  'carrierEvents.apply': { eventId: number }
  /** Send a message that waits, such as an answer to STOP. */
  'messages.send': { messageId: number }
  /** Delete a call's recording at its provider. */
  'recordings.purge': { callId: number }
  /** Work on the rows of an uploaded file. */
  'leadImports.run': { importId: number }
  /** Bring a changed knowledge base to where campaigns need it. */
  'knowledge.sync': { workspaceId: number; knowledgeBaseId: number }
  /** Write the file of a report. */
  'reports.run': { reportId: number }
  /** Erase everything held about a phone number. */
  'erasures.run': { erasureId: number }
  /** Delete a call at its voice provider. */
  'providerDeletions.run': { deletionId: number }
  /** Tell somebody of a notice by e-mail. */
  'noticeMails.send': { mailId: number }
  /** Ask an address whether alerts may go there. */
  'noticeRecipients.ask': { recipientId: number; attempt: number }
  /** Send one attempt of a webhook. */
  'webhooks.deliver': { deliveryId: number }
}
export type JobName = keyof Jobs

interface Options {
  /** Not before. */
  at?: Date
  /** Jobs of one queue run one after another. */
  queue?: string
  /** A waiting job of the same key is moved instead of a second one being added. */
  key?: string
}

/** Adds a job inside the caller's transaction: it exists exactly if the transaction commits. */
export async function enqueue<Name extends JobName>(tx: Pick<Tx, '$executeRaw'>, name: Name, payload: Jobs[Name], options: Options = {}) {
  await tx.$executeRaw`select 1 from graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    queue_name := ${options.queue ?? null}, run_at := ${options.at ?? null}::timestamptz, job_key := ${options.key ?? null}, max_attempts := 25)`
}

/** The same as a column of a larger statement: a job for each of its rows. `id` is the row's, under the payload's one name. */
export const enqueueing = (name: JobName, { field, id, key, at }: { field: string; id: Sql; key: Sql; at: Date }): Sql =>
  sql`graphile_worker.add_job(${name}, json_build_object(${field}::text, ${id}), run_at := ${at}::timestamptz, job_key := ${key}, max_attempts := 25) is not null`
