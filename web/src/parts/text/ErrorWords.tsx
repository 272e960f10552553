import type { Problem } from '../../api/problems.ts'
import { useLanguage } from '../../languages.ts'
import { useCodedTexts } from '../../messages.ts'
import { useFacts } from './useFacts.ts'

/** The words for a problem: those of its reason, or else of its kind. In English, the server's sentence says more than the kind. */
export function ErrorWords({ problem }: { problem: Problem }) {
  const textOf = useCodedTexts('errors')
  const toFacts = useFacts()
  const language = useLanguage()
  const write = ({ reason, details, code, message }: Problem): string => {
    const fields = (details as { fields?: Problem[] } | undefined)?.fields
    if (fields && fields.length > 0) return [...new Set(fields.map(write))].join(' ')
    const text = reason ? textOfNearest(reason, (key) => textOf(key, toFacts(details))) : null
    return text ?? (language === 'en' ? message : null) ?? textOf(code ?? '') ?? textOf('UNKNOWN')!
  }
  return write(problem)
}

/** A type of invalid field without words has those of the type before its last dot. */
function textOfNearest(reason: string, textOf: (key: string) => string | null): string | null {
  const text = textOf(reason)
  return text === null && reason.includes('.') ? textOfNearest(reason.slice(0, reason.lastIndexOf('.')), textOf) : text
}
