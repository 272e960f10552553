import { perServer } from '../../kernel/serverState.ts'
import { conflict, providerFailed } from '../../kernel/vocabulary/errors.ts'
import { isNumberTaken } from '../../providers/outcomes.ts'
import { ProviderError, type ProviderName, type VoiceProvider } from '../../providers/provider.ts'

const providers = perServer(() => new Map<string, VoiceProvider>())

/** Registers a provider. Called by the composition root. */
export const useProvider = (voice: VoiceProvider) => void providers().set(voice.name, voice)

export function provider(name: ProviderName | (string & {})): VoiceProvider {
  const voice = providers().get(name)
  if (!voice) throw new Error(`No voice provider is set up for ${name}`)
  return voice
}

/** Converts a ProviderError to a DomainError: CONFLICT for a number that the provider has from someone else, else PROVIDER_ERROR. Rethrows any other error. */
export const fromProviderError = (name: string, error: unknown) => {
  if (!(error instanceof ProviderError)) throw error
  if (isNumberTaken(error)) return conflict('voice_provider_has_number', { voice_engine: name })
  return providerFailed(error.kind === 'unavailable' ? 'voice_provider_unavailable' : 'voice_provider_rejected', { voice_engine: name, error: error.message })
}
