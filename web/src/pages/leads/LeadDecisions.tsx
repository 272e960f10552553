import { Button, Group, Stack, Text, Timeline, Title } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { LeadDecisionsDocument } from './Leads.gql.ts'
import { useDecisionText } from './useDecisionText.ts'

/** Decisions about a lead, newest first, with their calls. */
export function LeadDecisions({ leadId }: { leadId: string }) {
  const t = useMessages('leads')
  const word = useWords()
  const format = useFormat()
  const textOf = useDecisionText()
  const pages = usePages(LeadDecisionsDocument, { leadId }, (data) => data.leadDecisions, 20)
  return (
    <Stack gap="sm" component="section">
      <Title order={3} size="h5">
        {t('decisions')}
      </Title>
      {pages.isLoading && <SkeletonLines count={3} />}
      {pages.error && <ErrorAlert error={pages.error} onRetry={pages.retry} />}
      {!pages.isLoading && !pages.error && pages.rows.length === 0 && <Text size="sm">{t('noDecisions')}</Text>}
      <Timeline bulletSize={14} lineWidth={2}>
        {pages.rows.map(({ id, decision, reason, details, message, callId, rulesVersion, createdAt }) => (
          <Timeline.Item key={id} title={word('wait', reason)}>
            <Text size="sm">{textOf({ reason, details, message })}</Text>
            {rulesVersion && (
              <Text size="xs" c="dimmed">
                {t('rulesVersion', { version: rulesVersion })}
              </Text>
            )}
            <Group gap="sm">
              <Text size="xs" c="dimmed">
                {word('decision', decision)}
              </Text>
              <Text size="xs" c="dimmed" component="time" dateTime={createdAt} title={format.exact(createdAt)}>
                {format.moment(createdAt)}
              </Text>
              {callId && (
                <TextLink to="/calls" search={{ call: callId }}>
                  {t('openCall')}
                </TextLink>
              )}
            </Group>
          </Timeline.Item>
        ))}
      </Timeline>
      {pages.hasMore && (
        <Button variant="default" size="xs" onClick={pages.loadMore}>
          {t('moreDecisions')}
        </Button>
      )}
    </Stack>
  )
}
