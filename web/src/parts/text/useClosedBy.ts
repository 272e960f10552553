import { useFormat } from '../../format.ts'
import type { useCodedTexts } from '../../messages.ts'

/** A rule that didn't allow a call, with the local time in one time zone of the contact's location. */
interface ClosedBy {
  code: string
  zone: string
  localTime: string
  rule?: string
  name?: string
}

/** Returns a function that makes sentences of the rules that didn't allow a call, with the texts `closedBy.*` of a file. */
export function useClosedBy(textOf: ReturnType<typeof useCodedTexts>) {
  const format = useFormat()
  const toSentence = ({ code, zone, localTime, rule = '', name = '' }: ClosedBy) =>
    textOf(`closedBy.${code}`, { time: format.wallTime(localTime), place: toPlace(zone), rule, name }) ?? ''
  return (value: unknown) => (value as ClosedBy[]).map(toSentence).join(' ')
}

/** The city of a time zone such as America/New_York. */
const toPlace = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
