import { useCodedTexts } from '../../messages.ts'
import { useClosedBy } from '../../parts/text/useClosedBy.ts'
import { useFacts } from '../../parts/text/useFacts.ts'

interface CodedDecision {
  reason: string
  details: unknown
  /** The server's English sentence, for reasons that this dashboard doesn't know. */
  message: string
}

/** Returns a function that explains a decision about a lead in the chosen language. */
export function useDecisionText() {
  const textOf = useCodedTexts('decisions')
  const closedBy = useClosedBy(textOf)
  const toFacts = useFacts({
    closed_by: closedBy,
    reason: (value, { word }) => word('pause', String(value)),
  })
  return ({ reason, details, message }: CodedDecision) => textOf(reason, toFacts(details)) ?? message
}
