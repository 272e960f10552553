import type { WebhookDeliveryId, WebhookEndpointId, WorkspaceId } from '../../kernel/vocabulary/ids.ts'
import { inWorkspace } from '../../kernel/db/workspaceContext.ts'
import { log } from '../../kernel/log.ts'
import { perServer } from '../../kernel/serverState.ts'
import { outsideTraces } from '../../kernel/tracing/spans.ts'

/** A delivery whose attempt is due. */
export interface DueDelivery {
  workspaceId: WorkspaceId
  id: WebhookDeliveryId
  endpointId: WebhookEndpointId | null
}

type Attempt = (delivery: DueDelivery) => Promise<unknown>

/** Attempts at the same time: of all workspaces, of one, and to one endpoint, so that a slow receiver does not delay others. */
const CONCURRENCY = 24
const WORKSPACE_CONCURRENCY = 8
const ENDPOINT_CONCURRENCY = 4
/** Deliveries to one endpoint that wait in memory. Further ones wait in the database. */
const MAX_WAITING = 100
const MAX_ENDPOINTS = 1_000

const queue = perServer(() => ({
  attempt: null as Attempt | null,
  /** The waiting deliveries to each endpoint. The endpoint that was served last is at the end. */
  waiting: new Map<number, DueDelivery[]>(),
  active: new Map<number, Set<WebhookDeliveryId>>(),
  activeOfWorkspace: new Map<WorkspaceId, number>(),
  running: new Set<Promise<void>>(),
}))

/** The queue of a delivery: its endpoint, or its workspace if it has none. */
const queueOf = ({ endpointId, workspaceId }: DueDelivery) => endpointId ?? 0 - workspaceId

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

/** Whether this process can take another delivery to any endpoint of the workspace. */
export function isAccepting(workspaceId: WorkspaceId): boolean {
  const { attempt, waiting } = queue()
  if (attempt === null || waiting.size >= MAX_ENDPOINTS) return false
  for (const due of waiting.values()) if (due.length >= MAX_WAITING && due[0]!.workspaceId === workspaceId) return false
  return true
}

/** Lists the endpoints of which this process can take no more, as `listDue` names them. */
export const listFull = () => [...queue().waiting].filter(([, due]) => due.length >= MAX_WAITING).map(([key]) => key)

/** Adds a due delivery, unless it waits here or its attempt is under way. */
export function add(delivery: DueDelivery): void {
  const own = queue()
  const key = queueOf(delivery)
  const waiting = own.waiting.get(key) ?? []
  if (own.attempt === null || waiting.length >= MAX_WAITING || (waiting.length === 0 && own.waiting.size >= MAX_ENDPOINTS)) return
  if (waiting.some(({ id }) => id === delivery.id) || own.active.get(key)?.has(delivery.id)) return
  own.waiting.set(key, [...waiting, delivery])
  startNext()
}

function startNext() {
  const own = queue()
  for (const [key, due] of own.waiting) {
    if (!own.attempt || own.running.size >= CONCURRENCY) return
    const [delivery, ...others] = due as [DueDelivery, ...DueDelivery[]]
    const active = own.active.get(key) ?? new Set()
    const ofWorkspace = own.activeOfWorkspace.get(delivery.workspaceId) ?? 0
    if (active.size >= ENDPOINT_CONCURRENCY || ofWorkspace >= WORKSPACE_CONCURRENCY) continue
    own.waiting.delete(key)
    if (others.length > 0) own.waiting.set(key, others)
    own.active.set(key, active.add(delivery.id))
    own.activeOfWorkspace.set(delivery.workspaceId, ofWorkspace + 1)
    const running = run(own.attempt, delivery).finally(() => own.running.delete(running))
    own.running.add(running)
  }
}

async function run(attempt: Attempt, delivery: DueDelivery): Promise<void> {
  const { workspaceId, id } = delivery
  await outsideTraces(() => inWorkspace(workspaceId, () => attempt(delivery))).catch((err: unknown) =>
    log.error({ err, ...delivery }, 'could not deliver a webhook'),
  )
  const { active, activeOfWorkspace } = queue()
  const key = queueOf(delivery)
  active.get(key)!.delete(id)
  if (active.get(key)!.size === 0) active.delete(key)
  const others = activeOfWorkspace.get(workspaceId)! - 1
  if (others > 0) activeOfWorkspace.set(workspaceId, others)
  else activeOfWorkspace.delete(workspaceId)
  startNext()
}
