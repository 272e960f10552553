import { openSync, readSync, unlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/**
 * Measures the turns of a server's event loop. The server loads it with `NODE_OPTIONS`, and `turns.ts` asks it on the socket of TURN_PROBE: while a
 * connection is open, each turn is measured, and at its end the longest is answered, in nanoseconds of CPU time of the main thread. What other processes do on
 * the machine is not a part of it, and neither is how long a request waits in them.
 */
const path = process.env.TURN_PROBE
if (path && isMainThread && process.argv[1]?.endsWith('/src/main.js')) {
  const file = openSync('/proc/self/schedstat', 'r')
  const text = Buffer.alloc(64)
  const cpuTime = () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ', 1)[0])
  createServer({ allowHalfOpen: true }, (socket) => {
    let isOpen = true
    let longest = 0
    let before = cpuTime()
    const endTurn = () => {
      const now = cpuTime()
      longest = Math.max(longest, now - before)
      before = now
      if (isOpen) setImmediate(endTurn)
      else socket.end(String(longest))
    }
    socket.on('end', () => (isOpen = false)).resume()
    socket.write('measuring\n')
    setImmediate(endTurn)
  })
    .listen(path)
    .unref()
  process.on('exit', () => unlinkSync(path))
}
