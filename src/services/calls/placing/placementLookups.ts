import { setTimeout as timeout } from 'node:timers/promises'
import { nowMs, sleep } from '../../../kernel/lib/clock.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { type CallSnapshot, ProviderError } from '../../../providers/provider.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { providerAgentOf } from '../../shared/jsonColumns.ts'

const POLL_INTERVAL_MS = 500

/** When the provider lists a call that it took before that moment, at the latest. */
export const listedBy = (name: string, answeredAt: Date) => new Date(answeredAt.getTime() + provider(name).listLagMs)

/**
 * Asks the provider for a call whose placement got no clear answer, for at most `timeoutMs`. Answers the call; null when it is certain
 * that there is none, since it is missing from the list after the longest time that a call can take to appear there; undefined while
 * that is unknown, as with a provider whose list lags for longer. Writes nothing, so it may be cut short anywhere.
 */
export async function lookUp(call: Call, answeredAt: Date, timeoutMs: number): Promise<CallSnapshot | null | undefined> {
  const deadline = answeredAt.getTime() + timeoutMs
  const listed = listedBy(call.provider, answeredAt).getTime()
  for (;;) {
    const isListed = nowMs() > listed
    const found = await find(call, deadline - nowMs())
    if (found || (found === null && isListed)) return found
    if (nowMs() + POLL_INTERVAL_MS > deadline) return undefined
    await sleep(POLL_INTERVAL_MS)
  }
}

/** The call as the provider lists it, null when it lists none, undefined when it does not answer in time. */
const find = (call: Call, timeoutMs: number) =>
  Promise.race([
    provider(call.provider)
      .findCall({ ref: call.ref, agent: providerAgentOf(call), since: call.createdAt })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderError)) throw error
        log.warn({ callId: call.id, provider: call.provider, kind: error.kind }, 'could not look up a call at the voice provider')
        return undefined
      }),
    timeout(Math.max(0, timeoutMs), undefined, { ref: false }),
  ])
