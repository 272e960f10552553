import { Alert, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { CampaignDryRunDocument, type CampaignDryRunQuery } from './CampaignReview.gql.ts'
import type { CostAssumptions } from './CampaignCost.tsx'
import { CampaignDays } from '../CampaignDays.tsx'
import { CampaignReasonTable, type ReasonRow } from '../CampaignReasonTable.tsx'

type DryRun = CampaignDryRunQuery['campaignDryRun']

/** Dry run of a campaign: when it ends, its calls by day, and why leads wait. Places no calls. */
export function CampaignDryRun({ campaignId, assumed }: { campaignId: string; assumed: CostAssumptions }) {
  const t = useMessages('campaigns')
  const result = useQuery({ query: CampaignDryRunDocument, variables: { id: campaignId, input: assumed } })
  return (
    <Card withBorder>
      <Title order={3} size="h4">
        {t('dryRun')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('dryRunAbout')}
      </Text>
      <QueryResult result={result}>{({ campaignDryRun }) => <DryRunResult run={campaignDryRun} />}</QueryResult>
    </Card>
  )
}

function DryRunResult({ run }: { run: DryRun }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const money = (amount: string) => format.cents(amount, run.cost.currency)
  return (
    <Stack>
      {run.endedBy !== 'completed' && <Alert color="warn">{word('dryRunEnd', run.endedBy)}</Alert>}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Fact label={t('firstCall')} value={format.moment(run.firstCallAt)} />
        <Fact label={t('finishes')} value={format.moment(run.finishesAt)} />
        <Fact label={t('calls')} value={t('callsAndAnswered', { calls: run.calls.total, answered: run.calls.completed })} />
        <Fact label={t('cost')} value={t('range', { low: money(run.cost.low), high: money(run.cost.high) })} />
        <Fact label={t('talkMinutes')} value={format.number(Math.round(run.talkMinutes))} />
        <Fact label={t('peak')} value={format.number(run.peakConcurrency)} />
      </SimpleGrid>
      {run.leftOut > 0 && <Text size="sm">{t('leftOut', { played: run.leads, count: run.leftOut })}</Text>}
      {run.days.length > 0 && <CampaignDays days={run.days} />}
      <Group align="flex-start" gap="xl">
        <Tally
          title={t('leadsEnd')}
          rows={run.leadStatuses.map(({ name, leads }) => ({ name: word('lead', name), value: t('leadCount', { count: leads }) }))}
        />
        <Tally
          title={t('waits')}
          rows={run.waits.map(({ reason, hours }) => ({
            name: word('wait', reason),
            value: t('waitHours', { hours: format.number(Math.round(hours * 10) / 10) }),
          }))}
        />
        <Tally title={t('skipped')} rows={run.skipped.map(({ name, leads }) => ({ name: word('skip', name), value: t('leadCount', { count: leads }) }))} />
      </Group>
    </Stack>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={600}>
        {value}
      </Text>
    </div>
  )
}

function Tally({ title, rows }: { title: string; rows: ReasonRow[] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <CampaignReasonTable rows={rows} />
    </div>
  )
}
