import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** The real graphql-ws client on a connection of its own. */
export function socket(url: string, connectionParams: Record<string, unknown>) {
  let close: (code: number) => void
  const closed = new Promise<number>((resolve) => {
    close = resolve
  })
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
    lazy: true,
    on: { closed: (event) => close((event as { code: number }).code) },
  })
  return {
    /** The code with which the server ended the connection. */
    closed,
    watch<Event>(query: string, variables?: Record<string, unknown>) {
      const watched = { events: [] as Event[], errors: [] as unknown[], ready: false }
      client.on('connected', () => {
        setTimeout(() => {
          watched.ready = true
        }, 100)
      })
      client.subscribe<Event>(
        { query, variables },
        {
          next: ({ data, errors }) => {
            if (data) watched.events.push(data)
            if (errors) watched.errors.push(...errors)
          },
          error: (error) => watched.errors.push(error),
          complete: () => {},
        },
      )
      return watched
    },
    /** Connects; answers the code of the refusal. */
    opened() {
      client.subscribe({ query: 'subscription { liveCalls { firstLine } }' }, { next() {}, error() {}, complete() {} })
      return closed
    },
    close: () => client.dispose(),
  }
}
export type Socket = ReturnType<typeof socket>
