import { describe, test } from 'vitest'
import { openProtocolSocket } from '../kit/clients/graphqlSocket.ts'
import { useLoop } from './eventLoop.ts'

/** Messages over a socket at and over their limit. A longer one closes the socket. */
const loop = useLoop()
const LIMIT = 64 * 1024

const KINDS: [string, [string, string, string]][] = [
  ['fields', ['{"id":"1","type":"subscribe","payload":{"query":"{', 'a:__typename ', '}"}}']],
  ['nesting', ['{"id":"1","type":"subscribe","payload":{"query":"', '{a', '"}}']],
  ['variables', ['{"id":"1","type":"subscribe","payload":{"query":"{__typename}","variables":{"a":[', '{"a":[]},', '{}]}}}']],
  ['lists in lists', ['{"id":"1","type":"subscribe","payload":', '[', '}']],
  ['escapes', ['{"id":"1","type":"subscribe","payload":{"query":"', '\\u0000', '"}}']],
]
describe.runIf(process.platform === 'linux').each(KINDS)('a message of %s', (_name, [head, unit, tail]) => {
  test.each([1, 4, 16])('at %i times its limit blocks no other request', async (times) => {
    const length = LIMIT * times * 0.98 - head.length - tail.length
    const message = head + unit.repeat(Math.floor(length / unit.length)) + tail
    await loop.keepsNobodyWaiting(async () => {
      const { socket, closed, close } = await openProtocolSocket(loop.server().url, { apiKey: loop.key().apiKey })
      await new Promise<void>((resolve) => {
        socket.once('message', () => resolve())
        void closed.then(() => resolve())
        socket.send(message)
      })
      await close()
    })
  })
})
