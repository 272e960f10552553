import { Group, Progress, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { HomeCampaignsDocument, type HomeCampaignsQuery, HomeCampaignsUpdatedDocument, type HomeCampaignsUpdatedSubscription } from './Home.gql.ts'

type Campaign = HomeCampaignsQuery['campaigns']['nodes'][number]
type Update = HomeCampaignsUpdatedSubscription['campaignsUpdated']

/** Running campaigns with their progress. Renders nothing if none is running. */
export function HomeCampaigns() {
  const t = useMessages('home')
  const [{ data }, again] = useQuery({ query: HomeCampaignsDocument })
  const known = data?.campaigns.nodes ?? []
  const [{ data: updates }] = useSubscription<HomeCampaignsUpdatedSubscription, Record<string, Update>>(
    { query: HomeCampaignsUpdatedDocument },
    (before, { campaignsUpdated: update }) => {
      const isShown = known.some(({ id }) => id === update.id)
      const isRunning = update.status === 'running'
      if (isShown ? !isRunning : isRunning && !data?.campaigns.pageInfo.hasNextPage) again({ requestPolicy: 'network-only' })
      return { ...before, [update.id]: update }
    },
  )
  if (known.length === 0) return null
  return (
    <Panel title={t('campaigns')} aside={<TextLink to="/campaigns">{t('allCampaigns')}</TextLink>}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg" verticalSpacing="sm">
        {known.map((campaign) => (
          <Running key={campaign.id} campaign={campaign} update={updates?.[campaign.id]} />
        ))}
      </SimpleGrid>
    </Panel>
  )
}

function Running({ campaign: { id, name, waiting, stats }, update }: { campaign: Campaign; update: Update | undefined }) {
  const t = useMessages('home')
  const word = useWords()
  const format = useFormat()
  const { total, pending, calling } = stats.leads
  const all = update?.leadsTotal ?? total
  const done = update?.leadsProcessed ?? total - pending - calling
  const share = all > 0 ? done / all : 0
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <TextLink to="/campaigns/$id" params={{ id }} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </TextLink>
        <Text size="sm">{format.percent(share)}</Text>
      </Group>
      <Progress value={share * 100} mt={4} aria-label={t('progressOf', { name })} />
      <Text size="xs" c="dimmed" mt={4}>
        {t('leadsDone', { done: format.number(done), all: format.number(all), total: all })}
        {waiting && ` · ${word('wait', waiting.reason)}`}
      </Text>
    </div>
  )
}
