import { conflict, DomainError } from '../../kernel/vocabulary/errors.ts'
import { isTaken } from '../../providers/outcomes.ts'
import { ProviderError, type ProviderName, type VoiceProvider } from '../../providers/provider.ts'

const providers = new Map<string, VoiceProvider>()

/** Says who speaks for a provider's name; the composition root's to call. */
export const useProvider = (voice: VoiceProvider) => void providers.set(voice.name, voice)

export function provider(name: ProviderName | (string & {})): VoiceProvider {
  const voice = providers.get(name)
  if (!voice) throw new Error(`No voice provider is set up for ${name}`)
  return voice
}

/** A provider's failure in the domain's words, where trying again is the caller's business; CONFLICT for a number there that is somebody else's. */
export const providerFailed = (name: string, error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  if (isTaken(error)) return conflict(`The voice provider ${name} already has this number from another setup. Remove it there before you use it here.`)
  return new DomainError('PROVIDER_ERROR', `The voice provider ${name} ${error.kind === 'unavailable' ? 'could not be reached' : 'rejected the request'}: ${error.message}`)
}
