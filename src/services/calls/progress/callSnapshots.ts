import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { type CallSnapshot, ProviderError } from '../../../providers/provider.ts'
import { dropLongAnalysis } from './callBodies.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { providerAgentOf } from '../../shared/jsonColumns.ts'

/**
 * Fetches the call by a provider ID, which may differ from the known one. Returns null if the provider knows no such call or it is a different
 * call; undefined if the provider is unavailable.
 */
export const fetchSnapshot = (call: Call, providerCallId: string): Promise<CallSnapshot | null | undefined> =>
  requestUnlessUnavailable(call, async () => {
    const snapshot = await provider(call.provider).getCall(providerCallId)
    if (!snapshot || (await isSameCall(call, snapshot))) return snapshot
    log.warn({ callId: call.id, provider: call.provider, providerCallId }, 'the voice provider returned another call under the ID of this call')
    return null
  })

/** Finds the call in the provider's list by our reference. Returns null and undefined as above. */
export const findSnapshot = (call: Call): Promise<CallSnapshot | null | undefined> => requestUnlessUnavailable(call, () => findByRef(call))

/**
 * Whether the snapshot is of this call. An ID that the provider returned for our placement is trusted. Any other ID came from a webhook, so
 * the snapshot must carry our reference. If the provider keeps none, its list must contain the call, or, before an inbound call is answered,
 * the called number must match.
 */
async function isSameCall(call: Call, snapshot: CallSnapshot): Promise<boolean> {
  const isKnown = call.providerCallId === snapshot.providerCallId
  if (isKnown && call.direction === 'outbound') return true
  if (snapshot.ref !== null) return snapshot.ref === call.ref
  if (isKnown) return snapshot.direction === call.direction && (snapshot.toNumber === null || snapshot.toNumber === call.toNumber)
  return (await findByRef(call))?.providerCallId === snapshot.providerCallId
}

const findByRef = (call: Call) => provider(call.provider).findCall({ ref: call.ref, agent: providerAgentOf(call), since: call.createdAt })

async function requestUnlessUnavailable(call: Call, request: () => Promise<CallSnapshot | null>): Promise<CallSnapshot | null | undefined> {
  try {
    const snapshot = await request()
    return snapshot && dropLongAnalysis(snapshot)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ callId: call.id, provider: call.provider, kind: error.kind }, 'could not look up a call at the voice provider')
    return undefined
  }
}
