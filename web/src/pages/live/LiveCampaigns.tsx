import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Pause } from 'lucide-react'
import { useEffect } from 'react'
import { useClient, useQuery, useSubscription } from 'urql'
import { pipe, subscribe } from 'wonka'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useCan } from '../../parts/viewer.tsx'
import classes from './LiveCampaigns.module.css'
import { LiveCampaignUpdatesDocument, PauseRunningCampaignDocument, RunningCampaignDocument, RunningCampaignsDocument } from './Live.gql.ts'

interface Running {
  id: string
  name: string
}

/** Running campaigns with their dialing rate and Pause buttons. Renders nothing if none is running. */
export function LiveCampaigns() {
  const t = useMessages('live')
  const running = useRunning()
  const canStop = useCan('campaigns:start')
  if (running.length === 0) return null
  return (
    <Card withBorder component="section" aria-label={t('campaigns')} padding="sm">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t('running', { count: running.length })}
        </Title>
        {canStop && <PauseAll running={running} />}
      </Group>
      <Stack gap="xs" mah={240} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label={t('campaigns')}>
        {running.map((campaign) => (
          <RunningCampaign key={campaign.id} campaign={campaign} canStop={canStop} />
        ))}
      </Stack>
    </Card>
  )
}

/** Refetches whenever a campaign starts or stops running. */
function useRunning(): Running[] {
  const client = useClient()
  const [{ data }, again] = useQuery({ query: RunningCampaignsDocument })
  const running = (data?.campaigns.nodes ?? []).filter(({ status }) => status === 'running')
  const runningIds = running.map(({ id }) => id).join()
  useEffect(() => {
    const { unsubscribe } = pipe(
      client.subscription(LiveCampaignUpdatesDocument, {}),
      subscribe(({ data: update }) => {
        if (!update) return
        const { id, status } = update.campaignsUpdated
        if ((status === 'running') !== runningIds.split(',').includes(id)) again({ requestPolicy: 'network-only' })
      }),
    )
    return unsubscribe
  }, [client, runningIds, again])
  return running
}

function PauseAll({ running }: { running: readonly Running[] }) {
  const t = useMessages('live')
  const confirm = useConfirm()
  const [pause, isRunning] = useAction(PauseRunningCampaignDocument)
  const ask = async () => {
    const count = running.length
    if (!(await confirm({ title: t('pauseAllTitle'), body: t('pauseAllBody', { count }), action: t('pauseAll'), danger: true }))) return
    let paused = 0
    for (const { id } of running) if (await pause({ id })) paused += 1
    if (paused > 0) notifications.show({ color: 'good', message: t('pausedAll', { count: paused }) })
  }
  return (
    <Button size="compact-sm" variant="light" color="bad" loading={isRunning} onClick={() => void ask()} leftSection={<Pause size={14} aria-hidden />}>
      {t('pauseAll')}
    </Button>
  )
}

function RunningCampaign({ campaign: { id, name }, canStop }: { campaign: Running; canStop: boolean }) {
  const t = useMessages('live')
  const word = useWords()
  const format = useFormat()
  const [{ data }] = useSubscription({ query: RunningCampaignDocument, variables: { id } })
  const progress = data?.campaignProgress
  const { total = 0, pending = 0, calling = 0 } = progress?.stats.leads ?? {}
  const done = total - pending - calling
  return (
    <div className={classes.campaign}>
      <Text component="div" size="sm" lineClamp={2}>
        <TextLink to="/campaigns/$id" params={{ id }}>
          {name}
        </TextLink>
      </Text>
      <Progress.Root size="lg" className={classes.bar}>
        <Progress.Section value={total ? (100 * done) / total : 0} aria-label={t('progress', { name })} />
      </Progress.Root>
      <Text component="div" size="sm" className={classes.facts}>
        {progress && t('leads', { done: format.number(done), total: format.number(total) })}
        {progress && ' · '}
        {progress?.waiting
          ? word('wait', progress.waiting.reason)
          : progress && t('pace', { calls: format.number(progress.activeCalls), pace: format.number(progress.callsPerMinute) })}
        {progress?.remainingSeconds ? ` · ${formatRemaining(progress.remainingSeconds, t)}` : ''}
      </Text>
      {canStop && <PauseOne id={id} name={name} />}
    </div>
  )
}

/** Formats a remaining time, rounded because it is an estimate. */
function formatRemaining(seconds: number, t: ReturnType<typeof useMessages<'live'>>) {
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return t('remainingMinutes', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48 ? t('remainingHours', { count: hours }) : t('remainingDays', { count: Math.round(hours / 24) })
}

function PauseOne({ id, name }: Running) {
  const t = useMessages('live')
  const [pause, isRunning] = useAction(PauseRunningCampaignDocument)
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isRunning}
      aria-label={t('pauseOf', { name })}
      onClick={() => void pause({ id }, { success: t('paused', { name }) })}
    >
      {t('pause')}
    </Button>
  )
}
