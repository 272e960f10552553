import { createServer } from 'node:net'

/** Finds a free TCP port of 127.0.0.1. The port is not reserved, so use it immediately. */
export const findFreePort = () =>
  new Promise<number>((found, failed) => {
    const probe = createServer()
      .once('error', failed)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => found(port))
      })
  })
