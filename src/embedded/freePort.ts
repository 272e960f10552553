import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 that nobody listens on now. Nothing reserves it: whoever asks takes it at once. */
export const freePort = () =>
  new Promise<number>((found, failed) => {
    const probe = createServer()
      .once('error', failed)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => found(port))
      })
  })
