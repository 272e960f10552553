import { authExchange } from '@urql/exchange-auth'
import { cacheExchange, type KeyGenerator, type UpdateResolver } from '@urql/exchange-graphcache'
import { Client, type Exchange, fetchExchange, type Operation, subscriptionExchange } from 'urql'
import { pipe, tap } from 'wonka'
import { STALE_LISTS } from './cachedLists.ts'
import { insertMessage } from './cachedMessages.ts'
import { onReconnected, openConnection } from './connection.ts'
import { keepUpdates } from './keptUpdates.ts'
import { mergeQueries } from './mergedQueries.ts'
import * as session from './session.ts'

/** Opens the GraphQL client for one session in one workspace. All pages share a cache normalized by ID. */
export function openClient(): { client: Client; close(): void } {
  const socket = openConnection()
  const tracker = trackQueries()
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [tracker.exchange, createCache(), keepUpdates, mergeQueries, auth, fetchExchange, subscriptions(socket)],
  })
  const stop = onReconnected(() => tracker.refetchAll(client))
  return { client, close: () => (stop(), void socket.dispose()) }
}

/** The normalized cache. Mutations invalidate the lists in STALE_LISTS. */
const createCache = () =>
  cacheExchange({
    keys: { Agent: keyById, AgentPublisher: keyByType, Campaign: keyById, Contact: keyByNumber, ContactMatch: () => null, KnowledgeBaseReference: keyByType },
    updates: {
      Mutation: { ...Object.fromEntries(Object.entries(STALE_LISTS).map(([mutation, lists]) => [mutation, invalidateLists(lists)])), sendSms: insertMessage },
      Subscription: { messagesUpdated: insertMessage, leadImportUpdated: invalidateImported },
    },
  })

/** Keys objects of several types, whose IDs may coincide. */
const keyByType: KeyGenerator = ({ type, id }) => `${type as string} ${id as string}`

/** Without its ID, an object is a part of what names it, such as the agent of a call in a list. */
const keyById: KeyGenerator = ({ id }) => (id as string | undefined) ?? null

/** Each number is one contact. */
const keyByNumber: KeyGenerator = ({ phoneNumber }) => phoneNumber as string

const invalidateLists =
  (lists: readonly string[]): UpdateResolver =>
  (_result, _args, store) => {
    for (const { fieldName, fieldKey } of store.inspectFields('Query')) if (lists.includes(fieldName)) store.invalidate('Query', fieldKey)
  }

/** A finished import has added leads to its campaign. */
const invalidateImported: UpdateResolver = (result, args, store, info) => {
  const { status } = result.leadImportUpdated as { status?: string }
  if (status !== 'running') invalidateLists(['campaign', 'leads', 'campaignPreflight'])(result, args, store, info)
}

const auth = authExchange(async (utils) => ({
  addAuthToOperation: (operation) => {
    const token = session.cachedToken()
    return token ? utils.appendHeaders(operation, { Authorization: `Bearer ${token}` }) : operation
  },
  didAuthError: ({ graphQLErrors }) => graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED'),
  willAuthError: () => session.cachedToken() === null,
  refreshAuth: async () => void (await session.refresh()),
}))

const subscriptions = (socket: ReturnType<typeof openConnection>) =>
  subscriptionExchange({
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query: query ?? '', variables: variables as Record<string, unknown> }, sink as never) }),
    }),
  })

/** Tracks the mounted queries to refetch them after a lost connection. */
function trackQueries() {
  const mountedQueries = new Map<number, Operation>()
  const exchange: Exchange =
    ({ forward }) =>
    (operations) =>
      forward(
        pipe(
          operations,
          tap((operation) => {
            if (operation.kind === 'query') mountedQueries.set(operation.key, operation)
            if (operation.kind === 'teardown') mountedQueries.delete(operation.key)
          }),
        ),
      )
  const refetchAll = (client: Client) => {
    for (const operation of mountedQueries.values())
      client.reexecuteOperation(client.createRequestOperation('query', operation, { ...operation.context, requestPolicy: 'cache-and-network' }))
  }
  return { exchange, refetchAll }
}
