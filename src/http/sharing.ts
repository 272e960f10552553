import type { IncomingMessage } from 'node:http'
import { type ExecutionArgs, getOperationAST, Kind, subscribe } from 'graphql'
import type { WebSocket } from 'ws'
import type { Actor } from '../kernel/vocabulary/actor.ts'
import { sharedGroups } from '../kernel/metrics.ts'
import { type Browser, type Context, contextFor } from '../schema/context.ts'
import { type Outbox, outboxOf } from './outbox.ts'
import { type Group, openGroup, type Seat } from './watching.ts'

/** What graphql-ws knows of a socket, as far as it matters here. */
export type Wire = {
  socket: WebSocket
  request: IncomingMessage
  outbox?: Outbox
}

/**
 * Hooks for graphql-ws by which watchers who ask the same share one subscription: the same document, operation name and
 * variables, in the same workspace and with the same scopes. Only fields with `extensions: { shared }` are shared, and
 * what is executed for all knows nobody in particular, only that workspace and those scopes. So whoever joins has passed
 * the same checks; that they still may is watched for each socket (`revocations.ts`).
 */
export function sharing() {
  const groups = new Map<string, Group>()

  function groupOf(args: ExecutionArgs, actor: Actor, isState: boolean): Group {
    const key = keyOf(args, actor)
    const known = groups.get(key)
    if (known) return known
    const shared = nobody(actor)
    const made = openGroup(
      () => ({ ...args, contextValue: contextFor(shared, NO_BROWSER) }),
      isState,
      () => {
        if (groups.get(key) === made && groups.delete(key)) sharedGroups.dec()
      },
    )
    groups.set(key, made)
    sharedGroups.inc()
    return made
  }

  return {
    subscribe(args: ExecutionArgs) {
      const { actor } = args.contextValue as Context
      const shared = sharedAs(args)
      return actor && shared ? groupOf(args, actor, shared === 'state').join() : subscribe(args)
    },
    onOperation({ extra }: { extra: Wire }, id: string, _payload: unknown, args: ExecutionArgs, result: unknown) {
      if (!isSeat(result)) return
      const outbox = (extra.outbox ??= outboxOf(extra.socket, extra.request.socket))
      result.sendTo(outbox.under(id, sharedAs(args) === 'state'))
    },
    onComplete({ extra }: { extra: Wire }, id: string) {
      extra.outbox?.forget(id)
    },
  }
}

/** `state`: each answer tells all there is. `changes`: each tells something else, and none may be missed. */
export type Shared = 'state' | 'changes'

/** How the field of a subscription is shared; null where it is not, or where it hides in a fragment. */
function sharedAs({ schema, document, operationName }: ExecutionArgs): Shared | null {
  const [root, ...others] = getOperationAST(document, operationName)?.selectionSet.selections ?? []
  if (root?.kind !== Kind.FIELD || others.length > 0) return null
  return (schema.getSubscriptionType()?.getFields()[root.name.value]?.extensions.shared as Shared | undefined) ?? null
}

const keyOf = ({ document, operationName, variableValues }: ExecutionArgs, { kind, workspaceId, scopes }: Actor) =>
  JSON.stringify([document.loc!.source.body, operationName ?? null, variableValues ?? null, kind, workspaceId, [...scopes].sort()])

const nobody = ({ kind, workspaceId, scopes }: Actor): Actor => ({ kind, workspaceId, scopes })
/** The document is a client's, so its limits hold (`schema/builder.ts`), but there is no browser to read or set a cookie in. */
const NO_BROWSER: Browser = { refreshToken: null, setRefreshToken: () => {}, devices: null, setDevices: () => {}, address: '' }

const isSeat = (result: unknown): result is Seat => typeof result === 'object' && result !== null && 'sendTo' in result
