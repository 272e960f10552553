import { withoutLinks } from './http.ts'
import type { ProviderName, VoiceProvider } from './provider.ts'
import { parseRetellEvent } from './retell/events.ts'
import { parseVapiEvent } from './vapi/events.ts'

const RETELL_LINKS = /recording\w*_url$|^public_log_url$/
const VAPI_LINKS = /^((stereo|video)?recordingUrl|recording|presigned\w*|(pcap|stereo|video|combined|assistant|customer|listen|control)Url|x-vapi-secret)$/i

/** How each provider's webhooks are read. Pure, and known without the provider, so that a thread can do it. */
export const BODIES: Record<ProviderName, Pick<VoiceProvider, 'parseEvent' | 'withoutAudio'>> = {
  retell: { parseEvent: parseRetellEvent, withoutAudio: (body) => withoutLinks(body, (key) => RETELL_LINKS.test(key)) },
  vapi: { parseEvent: parseVapiEvent, withoutAudio: (body) => withoutLinks(body, (key) => VAPI_LINKS.test(key)) },
}
