import { type Client, createClient } from 'graphql-ws'
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
      let listens: boolean | null = null
      const watched = {
        events: [] as Event[],
        errors: [] as unknown[],
        /** Whether the server listens for it: what was asked after it is answered. Asks three times, once it is looked at. */
        get ready() {
          if (listens === null) void listen()
          return listens === true
        },
      }
      const listen = async () => {
        listens = false
        for (let question = 0; question < 3; question++) await answered(client)
        listens = true
      }
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
      client.subscribe({ query: 'subscription { activeCallsUpdated { startIndex } }' }, { next() {}, error() {}, complete() {} })
      return closed
    },
    close: () => client.dispose(),
  }
}
/** Asks for something that is in the database, after what was asked before; a refusal is an answer too. */
const answered = (client: Client) =>
  new Promise<void>((resolve) => {
    client.subscribe({ query: '{ wallet { balance } }' }, { next() {}, error: () => resolve(), complete: () => resolve() })
  })

export type Socket = ReturnType<typeof socket>

export interface Message {
  type: string
  id?: string
  // eslint-disable-next-line typescript/no-explicit-any -- tests read payloads as the wire has them
  payload?: any
}

/** A connection on which every message of the protocol is seen as it is, and any number of subscriptions are made. */
export async function wire(url: string, connectionParams: Record<string, unknown> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const messages: Message[] = []
  const texts: string[] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const acknowledged = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    void closed.then((code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      const message = JSON.parse(text) as Message
      if (message.type === 'connection_ack') return resolve()
      texts.push(text)
      messages.push(message)
    })
  })
  const send = (message: Message) => socket.send(JSON.stringify(message))
  socket.once('open', () => send({ type: 'connection_init', payload: connectionParams }))
  await acknowledged
  return {
    socket,
    messages,
    /** The same as they came. */
    texts,
    /** The code with which the connection ended. */
    closed,
    send,
    subscribe: (id: string, query: string, variables?: object, operationName?: string) =>
      send({ id, type: 'subscribe', payload: { query, variables, operationName } }),
    of: (id: string, type = 'next') => messages.filter((message) => message.id === id && message.type === type),
    close: () => (socket.close(), closed),
  }
}
export type Wire = Awaited<ReturnType<typeof wire>>
