import { useCodedTexts } from '../../messages.ts'
import { useFacts } from './useFacts.ts'

interface BlockedNumber {
  reason?: string | null
  reasonCode?: string | null
  reasonDetails?: unknown
}

/** Returns a function that says why a number is blocked: in the language of the dashboard, or as a person wrote it. Null if there is no reason. */
export function useDncReason() {
  const textOf = useCodedTexts('dncReasons')
  const toFacts = useFacts()
  return ({ reason, reasonCode, reasonDetails }: BlockedNumber): string | null =>
    (reasonCode ? textOf(reasonCode, toFacts(reasonDetails)) : null) ?? reason ?? null
}
