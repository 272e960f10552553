import { clock } from '../../kernel/lib/clock.ts'
import { onEvent } from '../../kernel/events.ts'
import { log } from '../../kernel/log.ts'
import { repeat } from '../../kernel/loops.ts'
import { type OpenStream, openStreams } from '../../kernel/http/openStreams.ts'
import * as access from '../../services/access/access.ts'

/** How often open streams are checked against the database, for access that was revoked elsewhere or has expired. */
const RECHECK_INTERVAL_MS = 1_500

/**
 * Ends every open stream within two seconds after its access ends: immediately on an event, otherwise at the next check against the
 * database. Returns a function that stops watching. If the process dies, its streams die with it.
 */
export function watchRevocations(): () => void {
  const stop = onEvent('access.revoked', (revoked) => {
    for (const stream of openStreams()) if (access.isAffectedBy(revoked, stream.standing)) end(stream, revoked.remains ? 'changed' : 'over')
  })
  const ending = new AbortController()
  void repeat(ending.signal, RECHECK_INTERVAL_MS, () => recheck().catch((err: unknown) => log.warn({ err }, 'could not check the access of open streams')))
  return () => {
    ending.abort()
    stop()
  }
}

async function recheck() {
  // Streams that open meanwhile are not part of the query.
  const streams = openStreams()
  if (streams.length === 0) return
  const now = clock.now()
  const lapsed = streams.filter(({ standing: { until } }) => until && until <= now)
  for (const stream of lapsed) end(stream, 'over')
  const lossOf = await access.findLosses(streams.map(({ standing }) => standing))
  for (const stream of streams) {
    const loss = lossOf(stream.standing)
    if (loss) end(stream, loss)
  }
}

/** Ends a stream. A failure must not keep the other streams open. */
function end(stream: OpenStream, loss: Parameters<OpenStream['end']>[0]) {
  try {
    stream.end(loss)
  } catch (err) {
    log.error({ err }, 'could not close an open stream')
  }
}
