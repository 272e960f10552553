import { Card, Group, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import type { CampaignPageQuery, CampaignProgressSubscription } from './Campaign.gql.ts'
import { CampaignBar, CampaignBarLegend, countProcessed } from './CampaignBar.tsx'
import { CampaignFunnel, type FunnelResult } from './CampaignFunnel.tsx'
import { CampaignOutcomes } from './results/CampaignOutcomes.tsx'
import { CampaignStatusReason } from './CampaignStatusReason.tsx'
import { SimulatedPace } from './SimulatedPace.tsx'

interface CampaignOverviewProps {
  campaign: CampaignPageQuery['campaign']
  /** Live progress. Absent until the first update. */
  progress: CampaignProgressSubscription['campaignProgress'] | undefined
  funnel: FunnelResult
}

/** Progress, blockers, dialing rate, cost, and outcomes of a campaign. */
export function CampaignOverview({ campaign, progress, funnel }: CampaignOverviewProps) {
  const t = useMessages('campaigns')
  const { id, stats } = campaign
  if (stats.leads.total === 0)
    return (
      <EmptyState
        icon={Users}
        title={t('noLeads')}
        action={
          <ButtonLink to="/campaigns/$id/import" params={{ id }}>
            {t('addLeads')}
          </ButtonLink>
        }
      >
        {t('noLeadsAbout')}
      </EmptyState>
    )
  return (
    <Stack>
      <CampaignStatusReason campaign={campaign} campaignId={id} />
      <SimulatedPace />
      <Card withBorder>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h4">
            {t('progress')}
          </Title>
          <Text size="sm" fw={600}>
            {t('doneOf', { done: countProcessed(stats.leads), total: stats.leads.total })}
          </Text>
        </Group>
        <CampaignBar leads={stats.leads} size={14} />
        <div style={{ marginTop: 12 }}>
          <CampaignBarLegend leads={stats.leads} campaignId={id} />
        </div>
      </Card>
      <Facts campaign={campaign} progress={progress} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <CampaignFunnel result={funnel} state={JSON.stringify([stats.calls, stats.outcomes])} />
        <CampaignOutcomes campaignId={id} outcomes={stats.outcomes as Record<string, number>} />
      </SimpleGrid>
    </Stack>
  )
}

function Facts({ campaign: { id, status, settings, stats }, progress }: Omit<CampaignOverviewProps, 'funnel'>) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const { calls } = stats
  const isRunning = status === 'running'
  const underWay = progress?.activeCalls ?? calls.queued + calls.dialing + calls.ringing + calls.inProgress
  const left = progress?.remainingSeconds
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
      <Fact label={t('activeCalls')}>
        <TextLink to="/live" c="inherit" fz="inherit" fw="inherit">
          {format.number(underWay)}
        </TextLink>
      </Fact>
      <Fact label={t('pace')}>{isRunning && progress ? t('perMinuteCount', { count: left == null ? 0 : progress.callsPerMinute }) : '–'}</Fact>
      <Fact label={t('remaining')}>{isRunning && left != null ? duration(left, t) : '–'}</Fact>
      <Fact label={t('callsMade')}>
        <TextLink to="/calls" search={{ campaign: id }} c="inherit" fz="inherit" fw="inherit">
          {format.number(calls.total)}
        </TextLink>
      </Fact>
      <Fact label={t('talkMinutes')}>{format.number(stats.talkMinutes)}</Fact>
      <Fact label={t('spent')}>
        {format.cents(stats.cost, stats.currency)}
        {settings.budget && (
          <>
            <Progress
              size="sm"
              mt={4}
              value={(progress?.budgetSpent ?? 0) * 100}
              aria-label={t('budgetSpent')}
              color={(progress?.budgetSpent ?? 0) > 0.9 ? 'bad' : undefined}
            />
            <Text size="xs" c="dimmed" fw={400}>
              {t('ofBudget', { budget: format.cents(settings.budget, stats.currency) })}
            </Text>
          </>
        )}
      </Fact>
    </SimpleGrid>
  )
}

function duration(seconds: number, t: ReturnType<typeof useMessages<'campaigns'>>) {
  if (seconds < 90) return t('seconds', { count: seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return t('minutes', { count: minutes })
  const hours = Math.round(minutes / 60)
  return hours < 48 ? t('hours', { count: hours }) : t('days', { count: Math.round(hours / 24) })
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card withBorder padding="sm">
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fw={600} size="lg">
        {children}
      </Text>
    </Card>
  )
}
