import { useCodedTexts } from '../../../messages.ts'
import { useFacts } from '../../../parts/text/useFacts.ts'

export interface CodedLaunchText {
  code: string
  details: unknown
  /** The server's English sentence, for codes that this dashboard doesn't know. */
  message: string
}

/** Returns a function that writes a missing requirement or a recommendation in the chosen language. */
export function useLaunchText() {
  const textOf = useCodedTexts('launch')
  const toFacts = useFacts()
  return (kind: 'requirement' | 'recommendation', { code, details, message }: CodedLaunchText) => textOf(`${kind}.${code}`, toFacts(details)) ?? message
}
