import { expect, test } from 'vitest'
import { postVia } from '../../src/simulator/calls/webhooks.ts'
import { startReceiver } from './simulatorKit.ts'

test('what goes to the public URL takes the detour, and nothing else does', async () => {
  const [inside, outside] = [await startReceiver(), await startReceiver()]
  const post = postVia({ from: outside.url, to: inside.url })
  const send = (url: string) => post({ url, body: '{"event":"call_ended"}', timeoutMs: 10_000 }, { 'x-signature': 'of the public URL' })
  expect((await send(`${outside.url}/inbound/retell`)).status).toBe(204)
  // Another address that begins with the same text.
  expect((await send(`${outside.url}s/inbound/retell`)).status).toBe(204)
  const toText = ({ headers, path }: (typeof inside.received)[number]) => [headers['x-signature'], path]
  expect(inside.received.map(toText)).toEqual([['of the public URL', expect.stringMatching(/[^s]\/inbound\/retell$/)]])
  expect(outside.received.map(toText)).toEqual([['of the public URL', expect.stringMatching(/s\/inbound\/retell$/)]])
})
