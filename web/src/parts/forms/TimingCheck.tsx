import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from 'urql'
import { TimingNote } from '../text/TimingNote.tsx'
import { CallTimingDocument } from './timing.gql.ts'

const TYPING_MS = 300
const E164 = /^\+[1-9]\d{7,14}$/

/** Warns before a call to the entered number if it isn't permitted now. */
export function TimingCheck({ toNumber }: { toNumber: string }) {
  const [phoneNumber] = useDebouncedValue(toNumber.replaceAll(/[\s().-]/g, ''), TYPING_MS)
  const isWhole = E164.test(phoneNumber)
  const [{ data }] = useQuery({ query: CallTimingDocument, variables: { phoneNumber }, pause: !isWhole, requestPolicy: 'network-only' })
  const advisory = isWhole ? data?.timingAdvisory : null
  const { callTiming, callConsent } = data?.workspace ?? {}
  return <TimingNote advisory={advisory} mode={advisory?.reason === 'consent_missing' ? callConsent : callTiming} />
}
