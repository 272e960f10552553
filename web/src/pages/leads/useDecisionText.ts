import { useFormat } from '../../format.ts'
import { useCodedTexts } from '../../messages.ts'
import { useFacts } from '../../parts/text/useFacts.ts'

interface CodedDecision {
  reason: string
  details: unknown
  /** The server's English sentence, for reasons that this dashboard doesn't know. */
  message: string
}

/** A rule that didn't allow a call, with the local time in one time zone of the lead's location. */
interface ClosedBy {
  code: string
  zone: string
  localTime: string
  rule?: string
  name?: string
}

/** Returns a function that explains a decision about a lead in the chosen language. */
export function useDecisionText() {
  const textOf = useCodedTexts('decisions')
  const format = useFormat()
  const toSentence = ({ code, zone, localTime, rule = '', name = '' }: ClosedBy) =>
    textOf(`closedBy.${code}`, { time: format.wallTime(localTime), place: toPlace(zone), rule, name }) ?? ''
  const toFacts = useFacts({
    closed_by: (value) => (value as ClosedBy[]).map(toSentence).join(' '),
    reason: (value, { word }) => word('pause', String(value)),
  })
  return ({ reason, details, message }: CodedDecision) => textOf(reason, toFacts(details)) ?? message
}

/** The city of a time zone such as America/New_York. */
const toPlace = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
