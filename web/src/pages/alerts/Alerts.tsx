import { Badge, Button, Card, Center, Group, List, Stack, Tabs, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { BellOff } from 'lucide-react'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { ButtonLink, PathLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { useTabInView } from '../../parts/page/useTabInView.ts'
import { EmptyState, ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { DismissAlertDocument } from '../../shell/alerts.gql.ts'
import { useCan } from '../../parts/viewer.tsx'
import { useAlertText } from '../../parts/text/useAlertText.ts'
import { AlertsDocument, type AlertsQuery } from './Alerts.gql.ts'

type AlertItem = AlertsQuery['alerts']['nodes'][number]

/** Alerts page: open alerts and their history. */
export function Alerts() {
  const t = useMessages('alerts')
  const { show } = useSearch({ from: '/signed-in/alerts' })
  const navigate = useNavigate()
  const tab = show === 'all' ? 'all' : 'open'
  const list = useTabInView(tab)
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <ButtonLink variant="default" to="/settings" search={{ tab: 'alerts' }}>
          {t('toSettings')}
        </ButtonLink>
      }
    >
      <Tabs value={tab} onChange={(next) => void navigate({ to: '/alerts', search: { show: next === 'all' ? 'all' : undefined } })} keepMounted={false}>
        <Tabs.List ref={list}>
          <Tabs.Tab value="open">{t('open')}</Tabs.Tab>
          <Tabs.Tab value="all">{t('all')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="open" pt="md">
          <AlertList openOnly />
        </Tabs.Panel>
        <Tabs.Panel value="all" pt="md">
          <AlertList openOnly={false} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function AlertList({ openOnly }: { openOnly: boolean }) {
  const t = useMessages('alerts')
  const common = useMessages('common')
  const { rows, isLoading, error, hasMore, loadMore, retry } = usePages(AlertsDocument, { openOnly }, (data) => data.alerts, 30)
  if (isLoading) return <SkeletonLines />
  return (
    <Stack gap="sm">
      {rows.map((alert) => (
        <AlertRow key={alert.id} alert={alert} />
      ))}
      {error && <ErrorAlert error={error} onRetry={retry} />}
      {rows.length === 0 && !error && (
        <EmptyState icon={BellOff} title={t(openOnly ? 'noneOpen' : 'none')}>
          {t('noneAbout')}
        </EmptyState>
      )}
      {hasMore && !error && (
        <Center>
          <Button variant="default" onClick={loadMore}>
            {common('more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function AlertRow({ alert }: { alert: AlertItem }) {
  const t = useMessages('alerts')
  const word = useWords()
  const format = useFormat()
  const canDismiss = useCan('billing:write')
  const [dismiss, isRunning] = useAction(DismissAlertDocument)
  const { id, type, path, raisedAt, clearedAt, dismissedAt } = alert
  const { title, message } = useAlertText()(alert)
  const isOpen = !clearedAt && !dismissedAt
  return (
    <Card withBorder padding="md" component="article" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h5" style={{ flex: '1 1 200px', minWidth: 0 }}>
          <PathLink path={path} inherit>
            {title}
          </PathLink>
        </Title>
        <Group gap="xs">
          <Badge variant="light" color="gray">
            {word('alert', type)}
          </Badge>
          <Badge variant="light" color={isOpen ? 'bad' : clearedAt ? 'good' : 'gray'}>
            {t(isOpen ? 'isOpen' : clearedAt ? 'isCleared' : 'isDismissed')}
          </Badge>
        </Group>
      </Group>
      <Text size="sm" mt={4}>
        {message}
      </Text>
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="xs" c="dimmed">
          {t('raised', { ago: format.ago(raisedAt), moment: format.moment(raisedAt) })}
          {clearedAt && ` · ${t('cleared', { moment: format.moment(clearedAt) })}`}
          {dismissedAt && ` · ${t('dismissed', { moment: format.moment(dismissedAt) })}`}
        </Text>
        {isOpen && canDismiss && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isRunning}
            onClick={() => void dismiss({ id }, { success: t('isHidden') })}
            aria-label={t('dismissTitle', { title })}
          >
            {t('dismiss')}
          </Button>
        )}
      </Group>
      <Mails emails={alert.emails ?? []} />
    </Card>
  )
}

function Mails({ emails }: { emails: NonNullable<AlertItem['emails']> }) {
  const t = useMessages('alerts')
  const word = useWords()
  const format = useFormat()
  if (emails.length === 0) return null
  return (
    <details>
      <Text component="summary" size="xs" c="dimmed" style={{ cursor: 'pointer' }}>
        {t('mails', { count: emails.length, failed: emails.filter(({ status }) => status === 'failed').length })}
      </Text>
      <List size="xs" mt={4}>
        {emails.map(({ address, status, error, sentAt }) => (
          <List.Item key={address}>
            {address} · {word('alertEmail', status)}
            {sentAt && ` · ${format.moment(sentAt)}`}
            {error && (
              <Text span size="xs" c="dimmed" lang="en">
                {' '}
                · {error}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </details>
  )
}
