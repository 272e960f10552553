import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import type { ProviderName } from '../providers/provider.ts'
import { type Answer, Refusal, type Request } from './wire/http.ts'
import { receiveRetellCall } from './retell/inbound.ts'
import { isE164 } from './calls/scenario.ts'
import { receiveVapiCall } from './vapi/inbound.ts'
import type { InboundResult } from './calls/call.ts'
import type { SimulatorContext } from './calls/context.ts'

const RECEIVERS: Record<ProviderName, (context: SimulatorContext, from: string, to: string) => Promise<InboundResult>> = {
  retell: receiveRetellCall,
  vapi: receiveVapiCall,
}

/**
 * Starts an inbound call: `{provider, from, to}`, without `from` for a withheld number. Responds once the vendor has asked which agent
 * answers, at the latest after the vendor's timeout. The call then continues on its own.
 */
export async function receiveCall(context: SimulatorContext, { body }: Request): Promise<Answer> {
  const { provider, from = '', to } = body
  if (!VOICE_ENGINES.includes(provider as ProviderName)) throw new Refusal(400, `provider must be one of ${VOICE_ENGINES.join(', ')}`)
  if (typeof to !== 'string' || !isE164(to)) throw new Refusal(400, 'to must be a phone number in E.164')
  if (typeof from !== 'string' || (from !== '' && !isE164(from))) throw new Refusal(400, 'from must be a phone number in E.164, or absent')
  return { status: 201, body: await RECEIVERS[provider as ProviderName](context, from, to) }
}
