import { Alert } from '@mantine/core'
import type { CallTiming } from '../../../../src/inputs/callTiming.ts'
import { useFormat } from '../../format.ts'
import { useCodedTexts, useMessages } from '../../messages.ts'
import { useClosedBy } from './useClosedBy.ts'
import { useFacts } from './useFacts.ts'

export interface TimingAdvisory {
  reason: string
  details: unknown
  /** The server's English sentence, for reasons that this dashboard doesn't know. */
  message: string
  permittedFrom: string | null
}

/** Says why calls to a number aren't permitted at a time, and what happens to a call before it is placed. */
export function TimingAlert({ advisory, mode }: { advisory: TimingAdvisory; mode?: CallTiming }) {
  const t = useMessages('timing')
  const format = useFormat()
  const textOf = useCodedTexts('timing')
  const toFacts = useFacts({ closed_by: useClosedBy(textOf), required: String, purpose: String })
  const { reason, details, message, permittedFrom } = advisory
  const isConsent = reason === 'consent_missing'
  return (
    <Alert color="warn" role={mode ? 'status' : 'note'} title={t(isConsent ? 'consentTitle' : 'title')} w="100%">
      {textOf(reason, toFacts(details)) ?? message} {permittedFrom && t('permittedFrom', { when: format.moment(permittedFrom) })}{' '}
      {mode && t(mode === 'advise' ? 'advises' : isConsent ? 'refusesConsent' : 'refuses')}
    </Alert>
  )
}
