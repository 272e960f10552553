import { Tabs, VisuallyHidden } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '../../router/index.ts'
import { Suspense, useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableId } from '../../parts/text/Copy.tsx'
import { ButtonLink } from '../../parts/page/links.tsx'
import { useTabInView } from '../../parts/page/useTabInView.ts'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult, SkeletonLines } from '../../parts/page/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { CampaignPageDocument, type CampaignPageQuery, CampaignProgressDocument } from './Campaign.gql.ts'
import { CampaignActivity } from './CampaignActivity.tsx'
import { CampaignMenu, PauseButton } from './CampaignControls.tsx'
import { type FunnelResult, useCampaignFunnel } from './CampaignFunnel.tsx'
import { CampaignOverview } from './CampaignOverview.tsx'
import { CampaignSettings } from './settings/CampaignSettings.tsx'
import { StartButton } from './start/CampaignStart.tsx'
import { isEditable } from './settings/campaignSteps.ts'
import { Leads } from '../leads/Leads.tsx'
import { Results } from './results/Results.tsx'

const TABS = ['overview', 'leads', 'results', 'activity', 'settings'] as const
const activeTabOf = (tab: string | undefined) => TABS.find((each) => each === tab) ?? 'overview'
type FullCampaign = CampaignPageQuery['campaign']

/** Page of one campaign, updated live. */
export function Campaign() {
  const { id } = useParams({ from: '/signed-in/campaigns/$id' })
  const { tab } = useSearch({ from: '/signed-in/campaigns/$id' })
  const result = useQuery({ query: CampaignPageDocument, variables: { id } })
  const funnel = useCampaignFunnel(id, activeTabOf(tab) !== 'overview')
  return (
    <QueryResult result={result}>
      {({ campaign }) => <CampaignContent key={id} campaign={campaign} funnel={funnel} again={() => result[1]({ requestPolicy: 'network-only' })} />}
    </QueryResult>
  )
}

function CampaignContent({ campaign, funnel, again }: { campaign: FullCampaign; funnel: FunnelResult; again: () => void }) {
  const t = useMessages('campaigns')
  const { id } = campaign
  const navigate = useNavigate()
  const { tab } = useSearch({ from: '/signed-in/campaigns/$id' })
  const [{ data }] = useSubscription({ query: CampaignProgressDocument, variables: { id } })
  const progress = data?.campaignProgress
  const status = progress?.status ?? campaign.status
  useEffect(() => {
    if (progress && progress.status !== campaign.status) again()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the status changes
  }, [progress?.status])
  const now = { ...campaign, ...(progress ? { status, pauseReason: progress.pauseReason, waiting: progress.waiting, stats: progress.stats } : {}) }
  const activeTab = activeTabOf(tab)
  const tabList = useTabInView(activeTab)
  const canSeeLeads = useCan('leads:read')
  const canSeeResults = useCan('results:read')
  const tabs = TABS.filter((each) => (each === 'leads' ? canSeeLeads : each === 'results' ? canSeeResults : true))
  return (
    <Page title={campaign.name} about={<About campaign={now} />} actions={<Actions campaign={now} onDeleted={() => void navigate({ to: '/campaigns' })} />}>
      <VisuallyHidden role="status">{t('statusNow', { status: useWords()('campaign', status) })}</VisuallyHidden>
      <Tabs
        value={activeTab}
        keepMounted={false}
        onChange={(value) => void navigate({ to: '/campaigns/$id', params: { id }, search: { tab: value === 'overview' ? undefined : (value ?? undefined) } })}
      >
        <Tabs.List mb="md" aria-label={t('parts')} ref={tabList}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab_${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={<SkeletonLines />}>
          <Tabs.Panel value="overview">
            <CampaignOverview campaign={now} progress={progress} funnel={funnel} />
          </Tabs.Panel>
          <Tabs.Panel value="leads">
            <Leads campaignId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="results">
            <Results campaignId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="activity">
            <CampaignActivity key={status} campaignId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <CampaignSettings campaignId={id} />
          </Tabs.Panel>
        </Suspense>
      </Tabs>
    </Page>
  )
}

function About({ campaign: { id, status, purpose, startedAt, createdAt } }: { campaign: FullCampaign }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <Status kind="campaign" value={status} />
      {purpose && <span>{word('purpose', purpose)}</span>}
      <span>{startedAt ? t('startedAt', { time: format.moment(startedAt) }) : t('createdAt', { time: format.moment(createdAt) })}</span>
      <CopyableId id={id} name={t('campaignId')} />
    </span>
  )
}

function Actions({ campaign, onDeleted }: { campaign: FullCampaign; onDeleted: () => void }) {
  const t = useMessages('campaigns')
  const canStart = useCan('campaigns:start')
  const canWrite = useCan('campaigns:write')
  const { id, status } = campaign
  return (
    <>
      <ButtonLink to="/calls" search={{ campaign: id }} variant="default">
        {t('seeCalls')}
      </ButtonLink>
      {canWrite && status === 'draft' && (
        <ButtonLink to="/campaigns/new" search={{ id }} variant="default">
          {t('continueSetup')}
        </ButtonLink>
      )}
      {canStart && isEditable(status) && <StartButton campaign={campaign} />}
      {canStart && status === 'running' && <PauseButton campaign={campaign} />}
      <CampaignMenu campaign={campaign} onDeleted={onDeleted} />
    </>
  )
}
