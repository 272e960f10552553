import { VOICE_ENGINES } from '../kernel/vocabulary/engines.ts'
import type { ProviderName } from '../providers/provider.ts'
import { type Answer, Refusal, type Request } from './wire/http.ts'
import { retellIsCalled } from './retell/inbound.ts'
import { isE164 } from './calls/scenario.ts'
import { vapiIsCalled } from './vapi/inbound.ts'
import type { InboundResult } from './calls/call.ts'
import type { SimulatorContext } from './calls/context.ts'

const IS_CALLED: Record<ProviderName, (context: SimulatorContext, from: string, to: string) => Promise<InboundResult>> = { retell: retellIsCalled, vapi: vapiIsCalled }

/**
 * Somebody calls a number: `{provider, from, to}`, without `from` when the caller withholds it. Answers once the vendor
 * has asked who takes the call, which may be as late as the vendor waits; the call then goes on by itself.
 */
export async function somebodyCalls(context: SimulatorContext, { body }: Request): Promise<Answer> {
  const { provider, from = '', to } = body
  if (!VOICE_ENGINES.includes(provider as ProviderName)) throw new Refusal(400, `provider must be one of ${VOICE_ENGINES.join(', ')}`)
  if (typeof to !== 'string' || !isE164(to)) throw new Refusal(400, 'to must be a phone number in E.164')
  if (typeof from !== 'string' || (from !== '' && !isE164(from))) throw new Refusal(400, 'from must be a phone number in E.164, or absent')
  return { status: 201, body: await IS_CALLED[provider as ProviderName](context, from, to) }
}
