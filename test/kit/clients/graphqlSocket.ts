import { type Client, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'

/** The real graphql-ws client with its own connection. */
export function createSocketClient(url: string, connectionParams: Record<string, unknown>) {
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
    /** The close code from the server. */
    closed,
    watch<Event>(query: string, variables?: Record<string, unknown>) {
      let isListening: boolean | null = null
      const subscription = {
        events: [] as Event[],
        errors: [] as unknown[],
        /** Whether the server has subscribed: it has answered what was sent after the subscription. Sends three queries when it is first read. */
        get ready() {
          if (isListening === null) void confirmListening()
          return isListening === true
        },
      }
      const confirmListening = async () => {
        isListening = false
        for (let attempt = 0; attempt < 3; attempt++) await waitForAnswer(client)
        isListening = true
      }
      client.subscribe<Event>(
        { query, variables },
        {
          next: ({ data, errors }) => {
            if (data) subscription.events.push(data)
            if (errors) subscription.errors.push(...errors)
          },
          error: (error) => subscription.errors.push(error),
          complete: () => {},
        },
      )
      return subscription
    },
    /** Connects, and returns the close code of the refusal. */
    connect() {
      client.subscribe({ query: 'subscription { activeCallsUpdated { startIndex } }' }, { next() {}, error() {}, complete() {} })
      return closed
    },
    close: () => client.dispose(),
  }
}
/** Reads from the database, which the server answers after what was sent before. An error is also an answer. */
const waitForAnswer = (client: Client) =>
  new Promise<void>((resolve) => {
    client.subscribe({ query: '{ wallet { balance } }' }, { next() {}, error: () => resolve(), complete: () => resolve() })
  })

export type SocketClient = ReturnType<typeof createSocketClient>

export interface ProtocolMessage {
  type: string
  id?: string
  // eslint-disable-next-line typescript/no-explicit-any -- tests read payloads without types
  payload?: any
}

/** A connection that shows every protocol message unchanged, for any number of subscriptions. */
export async function openProtocolSocket(url: string, connectionParams: Record<string, unknown> = {}) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const messages: ProtocolMessage[] = []
  const texts: string[] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const acknowledged = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    void closed.then((code) => reject(new Error(`closed with ${code}`)))
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      const message = JSON.parse(text) as ProtocolMessage
      if (message.type === 'connection_ack') return resolve()
      texts.push(text)
      messages.push(message)
    })
  })
  const send = (message: ProtocolMessage) => socket.send(JSON.stringify(message))
  socket.once('open', () => send({ type: 'connection_init', payload: connectionParams }))
  await acknowledged
  return {
    socket,
    messages,
    /** The same messages as text. */
    texts,
    /** The close code. */
    closed,
    send,
    subscribe: (id: string, query: string, variables?: object, operationName?: string) =>
      send({ id, type: 'subscribe', payload: { query, variables, operationName } }),
    messagesOf: (id: string, type = 'next') => messages.filter((message) => message.id === id && message.type === type),
    close: () => (socket.close(), closed),
  }
}
export type ProtocolSocket = Awaited<ReturnType<typeof openProtocolSocket>>
