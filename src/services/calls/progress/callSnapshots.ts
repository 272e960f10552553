import type { Call } from '../../../generated/prisma/client.ts'
import { log } from '../../../kernel/log.ts'
import { type CallSnapshot, ProviderError } from '../../../providers/provider.ts'
import { withinBounds } from './callBodies.ts'
import { provider } from '../../voiceProviders/voiceProviders.ts'
import { providerAgentOf } from '../../shared/jsonColumns.ts'

/**
 * What the provider's API says of the call under that id, which may be another than the one that is known of it. Null when the
 * provider knows no such call, or it is not this one; undefined when the provider cannot be asked now.
 */
export const ask = (call: Call, providerCallId: string): Promise<CallSnapshot | null | undefined> =>
  unlessAway(call, async () => {
    const found = await provider(call.provider).getCall(providerCallId)
    if (!found || (await isIt(call, found))) return found
    log.warn({ callId: call.id, provider: call.provider, providerCallId }, 'the voice provider returned another call under the ID of this call')
    return null
  })

/** The call as the provider lists it under our reference; null and undefined as above. */
export const find = (call: Call): Promise<CallSnapshot | null | undefined> => unlessAway(call, () => listed(call))

/**
 * An id that answered our own placement is the call's. Any other was named by a webhook, so that the provider's answer has to
 * carry our reference; where it keeps none, its list has to find the call by it, or, before an inbound call is
 * answered, the number that is called is the witness.
 */
async function isIt(call: Call, found: CallSnapshot): Promise<boolean> {
  const isKnown = call.providerCallId === found.providerCallId
  if (isKnown && call.direction === 'outbound') return true
  if (found.ref !== null) return found.ref === call.ref
  if (isKnown) return found.direction === call.direction && (found.toNumber === null || found.toNumber === call.toNumber)
  return (await listed(call))?.providerCallId === found.providerCallId
}

const listed = (call: Call) => provider(call.provider).findCall({ ref: call.ref, agent: providerAgentOf(call), since: call.createdAt })

async function unlessAway(call: Call, question: () => Promise<CallSnapshot | null>): Promise<CallSnapshot | null | undefined> {
  try {
    const answer = await question()
    return answer && withinBounds(answer)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ callId: call.id, provider: call.provider, kind: error.kind }, 'could not look up a call at the voice provider')
    return undefined
  }
}
