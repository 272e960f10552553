import type { WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { clock, fromNow } from '../../kernel/lib/clock.ts'
import { array, sql } from '../../kernel/db/sqlText.ts'
import { statement } from '../../kernel/db/statement.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { createBatcher } from '../../kernel/lib/batcher.ts'
import { perServer } from '../../kernel/serverState.ts'
import type { PostResult } from '../../outbound/post.ts'
import type { DueDelivery } from './deliveryQueue.ts'
import { IS_ON } from '../shared/webhookTargets.ts'

/** Delays before the second and the third attempt, ± 20%. There are no further attempts (spec: Events, up to 3 attempts). */
export const RETRY_DELAYS_MS = [5_000, 30_000]
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1
/** An attempt without a result after this time died with its process. Well above the duration of an attempt. */
const LEASE_MS = 15_000
/** Attempts of a workspace that begin at the same time are claimed together, and successful ones that end together are recorded together. */
const MAX_BATCH = 50

export type DeliveryKey = Pick<DueDelivery, 'workspaceId' | 'id'>

/** An attempt that the receiver confirmed. */
export interface Delivered extends DeliveryKey {
  number: number
  result: Pick<PostResult, 'status' | 'response' | 'latencyMs'>
}

const claimAttempts = statement(
  'webhooks.claimAttempts',
  sql`
    with claimed as (
      update webhook_deliveries d set attempt_count = attempt_count + 1, next_attempt_at = $leaseEnd
      from webhook_endpoints e
      where d.workspace_id = $workspaceId and d.id = any(${array('ids', 'bigint')}) and e.workspace_id = $workspaceId and e.id = d.endpoint_id and ${IS_ON}
        and status = 'pending' and (attempt_count = 0 or next_attempt_at <= $now) and attempt_count < $maxAttempts
      returning d.id, d.workspace_id, d.event_type, d.url, d.body, d.trace, d.attempt_count as number, e.id as endpoint_id, e.is_first, e.secret),
    noted as (
      insert into webhook_attempts (workspace_id, delivery_id, number, error) select workspace_id, id, number, 'no result was recorded' from claimed)
    select * from claimed`,
)
type ClaimedAttempt = NonNullable<Awaited<ReturnType<typeof claimAttempts.get>>>

const claimTogether = (keys: readonly DeliveryKey[], workspaceId: WorkspaceId) =>
  inWorkspace(workspaceId, async () => {
    const ids = keys.map(({ id }) => String(id))
    const claimed = await claimAttempts.all({ workspaceId, ids, now: clock.now(), leaseEnd: fromNow(LEASE_MS), maxAttempts: MAX_ATTEMPTS })
    return keys.map(({ id }) => claimed.find((each) => Number(each.id) === Number(id)))
  })

/** Finishes deliveries, except those with an alert about failed ones. */
const finishDelivered = statement(
  'webhooks.recordDelivered',
  sql`
    with results as (
      select * from unnest(${array('ids', 'bigint')}, ${array('numbers', 'int')}, ${array('statuses', 'int')}, ${array('responses', 'text')}, ${array('latencies', 'int')})
        as r (id, number, status, response, latency_ms)),
    recorded as (
      update webhook_attempts a set status = r.status, error = null, response = r.response, latency_ms = r.latency_ms
      from results r where a.workspace_id = $workspaceId and a.delivery_id = r.id and a.number = r.number)
    update webhook_deliveries d set status = 'delivered', finished_at = $now, next_attempt_at = null
    from results r where d.workspace_id = $workspaceId and d.id = r.id and d.status = 'pending'
      and not exists (select from alerts where workspace_id = $workspaceId and type = 'webhook_failing' and subject = d.endpoint_id::text and cleared_at is null)
    returning d.id`,
)

const recordTogether = (delivered: readonly Delivered[], workspaceId: WorkspaceId) =>
  inWorkspace(workspaceId, async () => {
    const finished = await finishDelivered.all({
      workspaceId,
      ids: delivered.map(({ id }) => String(id)),
      numbers: delivered.map(({ number }) => number),
      statuses: delivered.map(({ result }) => result.status!),
      responses: delivered.map(({ result }) => result.response ?? ''),
      latencies: delivered.map(({ result }) => result.latencyMs),
      now: clock.now(),
    })
    return delivered.map(({ id }) => finished.some((each) => Number(each.id) === Number(id)))
  })

const ofWorkspace = {
  // Otherwise, two runs of one delivery in a batch would both get its attempt.
  keyOf: ({ id }: DeliveryKey) => String(id),
  groupOf: ({ workspaceId }: DeliveryKey) => workspaceId,
  maxItems: MAX_BATCH,
}
const claims = perServer(() => createBatcher<DeliveryKey, ClaimedAttempt | undefined, WorkspaceId>({ ...ofWorkspace, run: claimTogether }))
const records = perServer(() => createBatcher<Delivered, boolean, WorkspaceId>({ ...ofWorkspace, run: recordTogether }))

/** Claims an attempt that is due and counts it, before anything is sent. Undefined if there is none, or another process has it. */
export const claim = (key: DeliveryKey) => claims()(key)

/** Stores the response of an attempt and finishes its delivery. False if the delivery is not finished: an alert has to be cleared with it. */
export const recordDelivered = (delivered: Delivered) => records()(delivered)
