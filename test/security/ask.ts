import type { World } from '../kit/world.ts'
import { documentOf, type RootField, type Variables } from './rootFields.ts'

export interface Reply {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string; detail?: unknown } }[]
}

export const codeOf = ({ errors }: Reply) => errors?.[0]?.extensions?.code

/** Asks a root field over HTTP; of a subscription the first event, null when the stream begins without an error. */
export async function ask({ url }: World, headers: Record<string, string>, root: RootField, variables: Variables): Promise<Reply> {
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
    // A comment or a completed stream: nothing was refused.
    if (/^:|^event: complete/m.test(text)) return { data: null }
  }
  return { data: null }
}
