import { VOICE_ENGINES } from '../../../../src/inputs/numbers.ts'
import { useWords } from '../../messages.ts'

/** Options of a voice provider select. */
export function useVoiceProviderOptions() {
  const word = useWords()
  return VOICE_ENGINES.map((engine) => ({ value: engine as string, label: word('engine', engine) }))
}
