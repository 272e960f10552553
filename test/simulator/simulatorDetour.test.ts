import { expect, test } from 'vitest'
import { postVia } from '../../src/simulator/calls/webhooks.ts'
import { startReceiver } from './simulatorKit.ts'

test('what goes to the public URL takes the detour, and nothing else does', async () => {
  const [inside, outside] = [await startReceiver(), await startReceiver()]
  const [from, to] = [new URL(outside.url).origin, new URL(inside.url).origin]
  const post = postVia({ from, to })
  const send = (url: string) => post({ url, body: '{"event":"call_ended"}', timeoutMs: 10_000 }, { 'x-signature': 'of the public URL' })
  expect((await send(`${from}/inbound/retell/token`)).status).toBe(204)
  expect(inside.received.map(({ headers, path }) => [headers['x-signature'], path])).toEqual([['of the public URL', '/inbound/retell/token']])
  // Another port that begins with the same digits.
  await send(`${from}0/inbound`)
  expect(inside.received).toHaveLength(1)
  expect(outside.received).toEqual([])
})
