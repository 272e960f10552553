import { removeLinks } from './eventBodies.ts'
import type { ProviderName, VoiceProvider } from './provider.ts'
import { parseRetellEvent } from './retell/events.ts'
import { toStored as toStoredRetell } from './retell/storedBodies.ts'
import { parseVapiEvent } from './vapi/events.ts'

/** Links, our secret, and a copy of the messages. */
const VAPI_OMITTED = /^((stereo|video)?recordingUrl|recording|presigned\w*|(pcap|stereo|video|combined|assistant|customer|listen|control)Url|x-vapi-secret|messagesOpenAIFormatted)$/i

/** Webhook parsers by provider. They are pure and need no configured provider, so a worker thread can run them. */
export const WEBHOOK_PARSERS: Record<ProviderName, Pick<VoiceProvider, 'parseEvent' | 'toStored'>> = {
  retell: { parseEvent: parseRetellEvent, toStored: toStoredRetell },
  vapi: { parseEvent: parseVapiEvent, toStored: (body) => removeLinks(body, (key) => VAPI_OMITTED.test(key)) },
}
