import { createServer } from 'node:net'

/** A free TCP port below those that systems hand out by themselves, so that no other test is given it while its server is not up. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((tell) => {
    const probe = createServer()
      .once('error', () => tell(false))
      .listen(port, '127.0.0.1', () => probe.close(() => tell(true)))
  })
