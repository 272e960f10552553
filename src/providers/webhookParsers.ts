import type { ProviderName, VoiceProvider } from './provider.ts'
import { parseRetellEvent } from './retell/events.ts'
import * as retellBodies from './retell/storedBodies.ts'
import { parseVapiEvent } from './vapi/events.ts'
import * as vapiBodies from './vapi/storedBodies.ts'

/** Webhook parsers by provider. They are pure and need no configured provider, so a worker thread can run them. */
export const WEBHOOK_PARSERS: Record<ProviderName, Pick<VoiceProvider, 'parseEvent' | 'toStored'>> = {
  retell: { parseEvent: parseRetellEvent, toStored: retellBodies.toStored },
  vapi: { parseEvent: parseVapiEvent, toStored: vapiBodies.toStored },
}
