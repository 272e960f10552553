import { fieldsOf, type Problem } from '../../api/problems.ts'
import { useLanguage } from '../../languages.ts'
import { useCodedTexts } from '../../messages.ts'
import { useFacts } from './useFacts.ts'

/** The words for a problem: those of its reason, or else of its kind. In English, the server's sentence says more than the kind. */
export function ErrorWords({ problem }: { problem: Problem }) {
  const textOf = useCodedTexts('errors')
  const toFacts = useFacts()
  const language = useLanguage()
  const write = (each: Problem): string => {
    const fields = fieldsOf(each)
    if (fields.length > 0) return [...new Set(fields.map(write))].join(' ')
    const text = textOfNearest(each.reason ?? '', (reason) => textOf(reason, toFacts(each.details)))
    return text ?? (language === 'en' ? sentenceOf(each) : null) ?? textOf(each.code ?? '') ?? textOf('UNKNOWN')!
  }
  return write(problem)
}

/** A type of invalid field without words has those of the type before its last dot. */
function textOfNearest(reason: string, textOf: (key: string) => string | null): string | null {
  const text = textOf(reason)
  return text === null && reason.includes('.') ? textOfNearest(reason.slice(0, reason.lastIndexOf('.')), textOf) : text
}

function sentenceOf({ detail, message }: Problem): string | undefined {
  if (typeof detail === 'string') return detail
  return (detail as { message?: string } | null | undefined)?.message ?? message
}
