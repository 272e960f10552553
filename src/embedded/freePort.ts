import { createServer } from 'node:net'

/** Finds a free TCP port of 127.0.0.1. The port is not reserved, so use it immediately. */
export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => resolve(port))
      })
  })
