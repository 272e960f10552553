import { useCodedTexts } from '../../messages.ts'
import { useFacts } from './useFacts.ts'

interface RecordingAdvisory {
  reason: string
  country?: string | null
  /** The server's English sentence, for reasons that this dashboard doesn't know. */
  message: string
}

/** Returns a function that explains in the chosen language whether a call is recorded. */
export function useRecordingText() {
  const textOf = useCodedTexts('recording')
  const toFacts = useFacts()
  return ({ reason, country, message }: RecordingAdvisory) => textOf(reason, toFacts({ country })) ?? message
}
