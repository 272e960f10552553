import { clock } from '../kernel/lib/clock.ts'
import { on } from '../kernel/events.ts'
import { log } from '../kernel/log.ts'
import { repeat } from '../kernel/loops.ts'
import { type OpenStream, openStreams } from '../kernel/http/openStreams.ts'
import * as access from '../services/access/access.ts'

/** How often open streams are checked against the database, for what was revoked elsewhere or has expired. */
const RECHECK_MS = 1_500

/**
 * Ends every open stream within two seconds of the end of what it rests on: at once where this process hears of it, else at the next
 * check against the database. Answers how to stop watching. If the process dies, its streams die with it.
 */
export function watchRevocations(): () => void {
  const stop = on('access.revoked', (revoked) => {
    for (const stream of openStreams()) if (access.concerns(revoked, stream.standing)) end(stream, revoked.remains ? 'changed' : 'over')
  })
  const ending = new AbortController()
  void repeat(ending.signal, RECHECK_MS, () => recheck().catch((err: unknown) => log.warn({ err }, 'could not check the access of open streams')))
  return () => {
    ending.abort()
    stop()
  }
}

async function recheck() {
  // A stream that opens meanwhile is not asked about, so that nothing is known of it.
  const asked = openStreams()
  if (asked.length === 0) return
  const now = clock.now()
  const lapsed = asked.filter(({ standing: { until } }) => until && until <= now)
  for (const stream of lapsed) end(stream, 'over')
  const lossOf = await access.losses(asked.map(({ standing }) => standing))
  for (const stream of asked) {
    const loss = lossOf(stream.standing)
    if (loss) end(stream, loss)
  }
}

/** One stream that cannot be ended must not keep the others open. */
function end(stream: OpenStream, loss: Parameters<OpenStream['end']>[0]) {
  try {
    stream.end(loss)
  } catch (err) {
    log.error({ err }, 'could not close an open stream')
  }
}
