import type { WebhookDeliveryId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'

/** A delivery whose attempt is due. */
export interface DueDelivery {
  workspaceId: WorkspaceId
  id: WebhookDeliveryId
}

type Attempt = (delivery: DueDelivery) => Promise<unknown>

/** Attempts at the same time: of all workspaces, and of one, so that a slow receiver does not delay other workspaces. */
const CONCURRENCY = 24
const WORKSPACE_CONCURRENCY = 4
/** Deliveries of one workspace that wait in memory. Further ones wait in the database. */
const MAX_WAITING = 100
const MAX_WORKSPACES = 1_000

const queue = perServer(() => ({
  attempt: null as Attempt | null,
  /** The waiting deliveries of each workspace. The workspace that was served last is at the end. */
  waiting: new Map<WorkspaceId, WebhookDeliveryId[]>(),
  active: new Map<WorkspaceId, Set<WebhookDeliveryId>>(),
  running: new Set<Promise<void>>(),
}))

/** Lets this process make attempts. */
export const start = (attempt: Attempt) => void (queue().attempt = attempt)

/** Makes no more attempts, and waits for those under way. The others stay due. */
export async function stop(): Promise<void> {
  const own = queue()
  own.attempt = null
  own.waiting.clear()
  await Promise.all(own.running)
}

/** Whether no attempt is waiting or under way in this process. */
export const isIdle = () => queue().waiting.size === 0 && queue().running.size === 0

/** Whether this process can take another delivery of the workspace. */
export function isAccepting(workspaceId: WorkspaceId): boolean {
  const { attempt, waiting } = queue()
  return attempt !== null && waiting.size < MAX_WORKSPACES && (waiting.get(workspaceId)?.length ?? 0) < MAX_WAITING
}

/** Lists the workspaces of which this process can take no more. */
export const listFull = () => [...queue().waiting].filter(([, ids]) => ids.length >= MAX_WAITING).map(([workspaceId]) => workspaceId)

/** Adds a due delivery, unless it waits here or its attempt is under way. */
export function add({ workspaceId, id }: DueDelivery): void {
  const own = queue()
  const waiting = own.waiting.get(workspaceId) ?? []
  if (!isAccepting(workspaceId) || waiting.includes(id) || own.active.get(workspaceId)?.has(id)) return
  own.waiting.set(workspaceId, [...waiting, id])
  startNext()
}

function startNext() {
  const own = queue()
  for (const [workspaceId, ids] of own.waiting) {
    if (!own.attempt || own.running.size >= CONCURRENCY) return
    const active = own.active.get(workspaceId) ?? new Set()
    if (active.size >= WORKSPACE_CONCURRENCY) continue
    const [id, ...others] = ids
    own.waiting.delete(workspaceId)
    if (others.length > 0) own.waiting.set(workspaceId, others)
    own.active.set(workspaceId, active.add(id!))
    const running = run(own.attempt, { workspaceId, id: id! }).finally(() => own.running.delete(running))
    own.running.add(running)
  }
}

async function run(attempt: Attempt, delivery: DueDelivery): Promise<void> {
  const { workspaceId, id } = delivery
  await inWorkspace(workspaceId, () => attempt(delivery)).catch((err: unknown) => log.error({ err, ...delivery }, 'could not deliver a webhook'))
  const active = queue().active.get(workspaceId)!
  active.delete(id)
  if (active.size === 0) queue().active.delete(workspaceId)
  startNext()
}
