import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { ButtonLink, TextLink } from '../../../parts/page/links.tsx'
import { SideDrawer } from '../../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../../parts/page/States.tsx'
import { PhoneNumber, PhoneText } from '../../../parts/text/PhoneNumber.tsx'
import { Status } from '../../../parts/Status.tsx'
import { LeadFieldList, LeadFacts } from '../../leads/LeadFieldList.tsx'
import { questionName, toText, useAnswerText } from '../../leads/leadText.ts'
import { CallResultDocument, type CallResultQuery } from './Results.gql.ts'

type Call = CallResultQuery['call']

interface ResultDetailProps {
  callId: string
  /** Columns of the campaign, which have the titles of questions. */
  columns: readonly { name: string; label: string }[]
  onClose: () => void
}

/** Drawer with one result: answers, invalid answers with the reason, and a link to the call. */
export function ResultDetail({ callId, columns, onClose }: ResultDetailProps) {
  const result = useQuery({ query: CallResultDocument, variables: { id: callId } })
  return (
    <SideDrawer onClose={onClose} size="lg" title={<DrawerTitle call={result[0].data?.call} />}>
      <QueryResult result={result}>{({ call }) => <ResultContent call={call} columns={columns} />}</QueryResult>
    </SideDrawer>
  )
}

function DrawerTitle({ call }: { call?: Call }) {
  const t = useMessages('leads')
  const name = call?.lead?.name
  return (
    <>
      {name ? t('resultOf', { name }) : <PhoneText text={t('resultOf', { name: call?.toNumber ?? '' })} />}
      {name && (
        <Text size="sm" c="dimmed">
          <PhoneNumber number={call.toNumber} />
        </Text>
      )}
    </>
  )
}

function ResultContent({ call, columns }: { call: Call } & Pick<ResultDetailProps, 'columns'>) {
  const t = useMessages('leads')
  const format = useFormat()
  const answerText = useAnswerText()
  const titleOf = (name: string) => columns.find((column) => column.name === name)?.label ?? questionName(name)
  const answers = Object.entries((call.structuredData ?? {}) as Record<string, unknown>).map(([name, value]) => [titleOf(name), answerText(value)] as const)
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
            facts={call.validationErrors.map(({ field, value, error }) => [
              field ? titleOf(field) : t('allAnswers'),
              <InvalidValue key={field} value={value} error={error} />,
            ])}
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
      <Text size="xs" style={{ color: 'var(--mantine-color-bad-text)' }}>
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
