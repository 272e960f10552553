import type { TestServer } from '../kit/server/testServer.ts'
import { documentOf, type RootField, type Variables } from './rootFields.ts'

export interface Reply {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string; detail?: unknown } }[]
}

export const codeOf = ({ errors }: Reply) => errors?.[0]?.extensions?.code

/** Runs a root field over HTTP. For a subscription, returns the first event, or null if the stream starts without an error. */
export async function askRootField({ url }: TestServer, headers: Record<string, string>, root: RootField, variables: Variables): Promise<Reply> {
  const stop = new AbortController()
  const streams = root.operation === 'subscription'
  const res = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: streams ? 'text/event-stream' : 'application/json', ...headers },
    body: JSON.stringify({ query: documentOf(root), variables }),
    signal: stop.signal,
  })
  if (!res.headers.get('content-type')?.includes('event-stream')) return (await res.json()) as Reply
  try {
    return await firstEvent(res)
  } finally {
    stop.abort()
  }
}

async function firstEvent(res: Response): Promise<Reply> {
  let text = ''
  for await (const chunk of res.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const event = /^event: next\ndata: (.*)$/m.exec(text)
    if (event) return JSON.parse(event[1]!) as Reply
    // A comment or a completed stream means that nothing was refused.
    if (/^:|^event: complete/m.test(text)) return { data: null }
  }
  return { data: null }
}
