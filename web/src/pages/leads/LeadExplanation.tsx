import { Alert, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { LeadExplanationDocument, type LeadQuery } from './Leads.gql.ts'
import { useDecisionText } from './useDecisionText.ts'
import { toneOf } from '../../theme/statusTones.ts'

/** Explains whether a lead can be called, now or at a chosen time. */
export function LeadExplanation({ lead }: { lead: Pick<LeadQuery['lead'], 'id' | 'updatedAt'> }) {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const textOf = useDecisionText()
  const [moment, choose] = useState('')
  const at = moment ? new Date(moment).toISOString() : null
  const result = useQuery({ query: LeadExplanationDocument, variables: { leadId: lead.id, at } })
  return (
    <Stack gap="xs" component="section" aria-label={t('explanation')}>
      <Title order={3} size="h5">
        {t('explanation')}
      </Title>
      <QueryResult result={result}>
        {({ leadExplanation: { status, reason, details, message, until, decidedAt, rulesVersion, callId } }) => (
          <Alert role="status" color={toneOf(status)} title={word('leadExplanation', status)}>
            <Stack gap={4}>
              <Text size="sm" fw={600}>
                {word('wait', reason)}
              </Text>
              <Text size="sm">{textOf({ reason, details, message })}</Text>
              {until && <Text size="sm">{t('until', { moment: format.moment(until) })}</Text>}
              {decidedAt && (
                <Text size="xs" c="dimmed">
                  {t('decided', { moment: format.moment(decidedAt) })}
                </Text>
              )}
              {rulesVersion && (
                <Text size="xs" c="dimmed">
                  {t('rulesVersion', { version: rulesVersion })}
                </Text>
              )}
              {callId && (
                <TextLink to="/calls" search={{ call: callId }}>
                  {t('openCall')}
                </TextLink>
              )}
            </Stack>
          </Alert>
        )}
      </QueryResult>
      <TextInput label={t('atMoment')} type="datetime-local" maw={220} value={moment} onChange={({ target }) => choose(target.value)} />
    </Stack>
  )
}
