import type { IncomingMessage } from 'node:http'
import { type ExecutionArgs, getOperationAST, Kind } from 'graphql'
import type { WebSocket } from 'ws'
import type { Actor } from '../../kernel/vocabulary/actor.ts'
import { sharedGroups } from '../../kernel/metrics.ts'
import { type Browser, type Context, contextFor } from '../../schema/base/context.ts'
import { inWorkspaceOf, subscribeInWorkspace } from '../graphql/callersWorkspace.ts'
import { type SendQueue, createSendQueue } from './sendQueue.ts'
import { type Group, openGroup, type SubscriberHandle } from './subscriptionGroups.ts'
import { createSnapshots, type ListEvents } from './subscriptionSnapshots.ts'

/** The part of graphql-ws's socket context that is used here. */
export type SocketExtra = {
  socket: WebSocket
  request: IncomingMessage
  outbox?: SendQueue
}

/**
 * Hooks for graphql-ws that let subscribers with the same document, operation name, variables, workspace and scopes share one
 * subscription. Only fields with `extensions: { shared }` are shared. The shared execution has no user, only the workspace and the
 * scopes, so every subscriber has passed the same checks. Each socket's access is monitored separately (`revocations.ts`).
 */
export function createSharing() {
  const groups = new Map<string, Group>()

  function groupOf(args: ExecutionArgs, actor: Actor, isState: boolean): Group {
    const key = keyOf(args, actor)
    const known = groups.get(key)
    if (known) return known
    const shared = anonymousActor(actor)
    const forget = () => {
      if (groups.get(key) === group && groups.delete(key)) sharedGroups.dec()
    }
    const forGroup = () => ({ ...args, contextValue: { ...contextFor(shared, NO_BROWSER), isShared: true } satisfies Context })
    const snapshot = extensionsOf(args)?.snapshot as ListEvents | undefined
    const group = inWorkspaceOf(args, () => openGroup(forGroup, { isState, snapshots: snapshot && createSnapshots(forGroup, snapshot), ended: forget }))
    groups.set(key, group)
    sharedGroups.inc()
    return group
  }

  return {
    subscribe(args: ExecutionArgs) {
      const { actor } = args.contextValue as Context
      const shared = sharingModeOf(args)
      return actor && shared ? groupOf(args, actor, shared === 'state').join() : subscribeInWorkspace(args)
    },
    onOperation({ extra }: { extra: SocketExtra }, id: string, _payload: unknown, args: ExecutionArgs, result: unknown) {
      if (!isSubscriberHandle(result)) return
      const outbox = (extra.outbox ??= createSendQueue(extra.socket, extra.request.socket))
      result.sendTo(outbox.under(id, sharingModeOf(args) === 'state'))
    },
    onComplete({ extra }: { extra: SocketExtra }, id: string) {
      extra.outbox?.forget(id)
    },
  }
}

/**
 * `state`: each result is complete. `changes`: each result is a change, and none can be skipped. If the field has a `snapshot`, which lists
 * the events of the current state, every subscriber gets their results before the changes.
 */
export type SharingMode = 'state' | 'changes'

/** Returns the sharing mode of a subscription; null if its field is not shared or is inside a fragment. */
const sharingModeOf = (args: ExecutionArgs): SharingMode | null => (extensionsOf(args)?.shared as SharingMode | undefined) ?? null

function extensionsOf({ schema, document, operationName }: ExecutionArgs) {
  const [root, ...others] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  if (root?.kind !== Kind.FIELD || others.length > 0) return null
  return schema.getSubscriptionType()?.getFields()[root.name.value]?.extensions
}

const keyOf = ({ document, operationName, variableValues }: ExecutionArgs, { kind, workspaceId, scopes }: Actor) =>
  JSON.stringify([document.loc!.source.body, operationName ?? null, variableValues ?? null, kind, workspaceId, [...scopes].sort()])

const anonymousActor = ({ kind, workspaceId, scopes }: Actor): Actor => ({ kind, workspaceId, scopes })
/** The limits of clients' documents apply (`schema/base/builder.ts`), but there is no browser with cookies. */
const NO_BROWSER: Browser = { refreshToken: null, setRefreshToken: () => {}, devices: null, setDevices: () => {}, address: '' }

const isSubscriberHandle = (result: unknown): result is SubscriberHandle => typeof result === 'object' && result !== null && 'sendTo' in result
