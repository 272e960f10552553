import { VOICE_ENGINES } from '../../../src/inputs/numbers.ts'
import { useWords } from '../messages.ts'

/** The voice providers to choose from, by their names. */
export function useEngineChoices() {
  const word = useWords()
  return VOICE_ENGINES.map((engine) => ({ value: engine as string, label: word('engine', engine) }))
}
