import { authExchange } from '@urql/exchange-auth'
import { cacheExchange, type KeyGenerator, type UpdateResolver } from '@urql/exchange-graphcache'
import { Client, type Exchange, fetchExchange, type Operation, subscriptionExchange } from 'urql'
import { pipe, tap } from 'wonka'
import { LISTS } from './cachedLists.ts'
import { placeText } from './cachedTexts.ts'
import { onReconnected, openConnection } from './connection.ts'
import * as session from './session.ts'

/** The GraphQL client of one session in one workspace, and how to let go of it. What is loaded is shared by id among all pages. */
export function openClient(): { client: Client; close(): void } {
  const socket = openConnection()
  const watched = watching()
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    exchanges: [watched.exchange, cache(), auth, fetchExchange, subscriptions(socket)],
  })
  const stop = onReconnected(() => watched.askAgain(client))
  return { client, close: () => (stop(), void socket.dispose()) }
}

/** A mutation makes the lists it changes stale; what it answers is known by its id everywhere at once. */
const cache = () =>
  cacheExchange({
    keys: { AgentPublisher: byKind, KnowledgeBaseReference: byKind },
    updates: {
      Mutation: { ...Object.fromEntries(Object.entries(LISTS).map(([mutation, lists]) => [mutation, staleAfter(lists)])), sendSms: placeText },
      Subscription: { messagesUpdated: placeText },
    },
  })

/** For things of several kinds, of which two may have the same id. */
const byKind: KeyGenerator = ({ kind, id }) => `${kind as string} ${id as string}`

const staleAfter =
  (lists: readonly string[]): UpdateResolver =>
  (_result, _args, store) => {
    for (const { fieldName, fieldKey } of store.inspectFields('Query')) if (lists.includes(fieldName)) store.invalidate('Query', fieldKey)
  }

const auth = authExchange(async (utils) => ({
  addAuthToOperation: (operation) => {
    const token = session.knownToken()
    return token ? utils.appendHeaders(operation, { Authorization: `Bearer ${token}` }) : operation
  },
  didAuthError: ({ graphQLErrors }) => graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED'),
  willAuthError: () => session.knownToken() === null,
  refreshAuth: async () => void (await session.refresh()),
}))

const subscriptions = (socket: ReturnType<typeof openConnection>) =>
  subscriptionExchange({
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query: query ?? '', variables: variables as Record<string, unknown> }, sink as never) }),
    }),
  })

/** Knows the queries that something on the page shows, to ask them again after the connection was lost. */
function watching() {
  const shown = new Map<number, Operation>()
  const exchange: Exchange =
    ({ forward }) =>
    (operations) =>
      forward(
        pipe(
          operations,
          tap((operation) => {
            if (operation.kind === 'query') shown.set(operation.key, operation)
            if (operation.kind === 'teardown') shown.delete(operation.key)
          }),
        ),
      )
  const askAgain = (client: Client) => {
    for (const operation of shown.values())
      client.reexecuteOperation(client.createRequestOperation('query', operation, { ...operation.context, requestPolicy: 'cache-and-network' }))
  }
  return { exchange, askAgain }
}
