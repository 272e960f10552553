import { setTimeout as timeout } from 'node:timers/promises'
import { nowMs, sleep } from '../../../kernel/lib/clock.ts'
import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { type CallSnapshot, ProviderError } from '../../../providers/provider.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { providerAgentOf } from '../../shared/jsonColumns.ts'

const POLL_INTERVAL_MS = 500

/** The latest time at which the provider lists a call that it accepted before `answeredAt`. */
export const listDeadline = (name: string, answeredAt: Date) => new Date(answeredAt.getTime() + provider(name).listLagMs)

/**
 * Looks up a call whose placement got an ambiguous answer, for at most `timeoutMs`. Returns the call; null if it certainly does not exist,
 * since the provider's listing lag has passed without it; undefined if that is still unknown, for example with a longer lag. Writes nothing
 * and can be interrupted at any point.
 */
export async function lookUp(call: Call, answeredAt: Date, timeoutMs: number): Promise<CallSnapshot | null | undefined> {
  const deadline = answeredAt.getTime() + timeoutMs
  const listDeadlineMs = listDeadline(call.provider, answeredAt).getTime()
  for (;;) {
    const isListed = nowMs() > listDeadlineMs
    const snapshot = await findListed(call, deadline - nowMs())
    if (snapshot || (snapshot === null && isListed)) return snapshot
    if (nowMs() + POLL_INTERVAL_MS > deadline) return undefined
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Returns the call as the provider lists it, null if it is not listed, undefined if the provider does not answer in time. */
const findListed = (call: Call, timeoutMs: number) =>
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
