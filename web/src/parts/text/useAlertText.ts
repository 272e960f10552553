import { useFormat } from '../../format.ts'
import { useCodedTexts } from '../../messages.ts'
import { useFacts } from './useFacts.ts'

interface CodedAlert {
  code: string
  data: unknown
  /** The server's English texts, for codes that this dashboard doesn't know. */
  title: string
  message?: string
}

/** Returns a function that writes an alert's title and message in the chosen language. */
export function useAlertText() {
  const textOf = useCodedTexts('alertTexts')
  const format = useFormat()
  const list = (value: unknown) => format.list(Array.isArray(value) ? value.map(String) : [])
  const toFacts = useFacts({ campaigns: list, places: list })
  return ({ code, data, title, message = '' }: CodedAlert) => {
    const facts = toFacts(data)
    return { title: textOf(`${code}.title`, facts) ?? title, message: textOf(`${code}.message`, facts) ?? message }
  }
}
