import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { ButtonLink, TextLink } from '../../../parts/page/links.tsx'
import { QueryResult } from '../../../parts/page/States.tsx'
import { Status } from '../../../parts/Status.tsx'
import { LeadFieldList, LeadFacts } from '../../leads/LeadFieldList.tsx'
import { toText } from '../../leads/leadText.ts'
import { CallResultDocument, type CallResultQuery } from './Results.gql.ts'

type Call = CallResultQuery['call']

/** Drawer with one result: answers, invalid answers with the reason, and a link to the call. */
export function ResultDetail({ callId, onClose }: { callId?: string; onClose: () => void }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const result = useQuery({ query: CallResultDocument, variables: { id: callId ?? '' }, pause: !callId })
  return (
    <Drawer
      opened={Boolean(callId)}
      onClose={onClose}
      position="right"
      size="lg"
      title={<b>{t('resultOf', { number: result[0].data?.call.toNumber ?? '' })}</b>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {callId && <QueryResult result={result}>{({ call }) => <ResultContent call={call} />}</QueryResult>}
    </Drawer>
  )
}

function ResultContent({ call }: { call: Call }) {
  const t = useMessages('leads')
  const format = useFormat()
  const answers = Object.entries((call.structuredData ?? {}) as Record<string, unknown>)
  return (
    <Stack gap="lg">
      <Group gap="sm">
        {call.outcome && <Status kind="outcome" value={call.outcome} />}
        <Text size="sm" c="dimmed">
          {t('endedAfter', { moment: format.moment(call.endedAt), duration: format.duration(call.durationSeconds) })}
        </Text>
      </Group>
      {call.summary && (
        <Section title={t('summary')}>
          <Text size="sm" dir="auto">
            {call.summary}
          </Text>
        </Section>
      )}
      <Section title={t('answers')}>{answers.length > 0 ? <LeadFieldList facts={answers} /> : <Text size="sm">{t('noAnswers')}</Text>}</Section>
      {call.validationErrors.length > 0 && (
        <Section title={t('invalidAnswersTitle')}>
          <Text size="sm" c="dimmed">
            {t('invalidAnswersAbout')}
          </Text>
          <LeadFacts
            facts={call.validationErrors.map(({ field, value, error }) => [field ?? t('allAnswers'), <InvalidValue key={field} value={value} error={error} />])}
          />
        </Section>
      )}
      <Group gap="md">
        <ButtonLink to="/calls" search={{ call: call.id }}>
          {t('openCall')}
        </ButtonLink>
        {call.leadId && (
          <TextLink to="." search={(before) => ({ ...before, tab: 'leads', lead: call.leadId ?? undefined, call: undefined })}>
            {t('toLead')}
          </TextLink>
        )}
      </Group>
    </Stack>
  )
}

function InvalidValue({ value, error }: { value: unknown; error: string }) {
  const t = useMessages('leads')
  return (
    <>
      <bdi>{toText(value) || t('notAnswered')}</bdi>
      <Text size="xs" style={{ color: 'var(--mantine-color-red-text)' }}>
        {error}
      </Text>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
