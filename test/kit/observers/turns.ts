import { once } from 'node:events'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/** The variables of a server whose turns are measured at this socket. */
export const probeSettings = (socket: string) => ({ NODE_OPTIONS: `--import=${resolve('test/kit/observers/turnProbe.mjs')}`, TURN_PROBE: socket })

/** Returns the longest turn of the server's event loop during the work, in milliseconds of CPU time of its main thread. Linux only. */
export async function measureLongestTurn(socket: string, work: () => Promise<unknown>): Promise<number> {
  const probe = connect(socket)
  await once(probe, 'data')
  try {
    await work()
  } finally {
    probe.end()
  }
  return Number(await text(probe)) / 1e6
}
