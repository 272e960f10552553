import { removeLinks } from './eventBodies.ts'
import type { ProviderName, VoiceProvider } from './provider.ts'
import { parseRetellEvent } from './retell/events.ts'
import { parseVapiEvent } from './vapi/events.ts'

const RETELL_LINKS = /recording\w*_url$|^public_log_url$/
const VAPI_LINKS = /^((stereo|video)?recordingUrl|recording|presigned\w*|(pcap|stereo|video|combined|assistant|customer|listen|control)Url|x-vapi-secret)$/i

/** Webhook parsers by provider. They are pure and need no configured provider, so a worker thread can run them. */
export const WEBHOOK_PARSERS: Record<ProviderName, Pick<VoiceProvider, 'parseEvent' | 'withoutAudio'>> = {
  retell: { parseEvent: parseRetellEvent, withoutAudio: (body) => removeLinks(body, (key) => RETELL_LINKS.test(key)) },
  vapi: { parseEvent: parseVapiEvent, withoutAudio: (body) => removeLinks(body, (key) => VAPI_LINKS.test(key)) },
}
