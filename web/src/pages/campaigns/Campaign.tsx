import { Tabs, VisuallyHidden } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQuery, useSubscription } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Copied } from '../../parts/Copy.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { Page } from '../../parts/Page.tsx'
import { Loaded } from '../../parts/States.tsx'
import { Status } from '../../parts/Status.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { CampaignPageDocument, type CampaignPageQuery, CampaignProgressDocument } from './Campaign.gql.ts'
import { CampaignActivity } from './CampaignActivity.tsx'
import { CampaignMenu, PauseButton } from './CampaignControls.tsx'
import { CampaignOverview } from './CampaignOverview.tsx'
import { CampaignSettings } from './CampaignSettings.tsx'
import { StartButton } from './CampaignStart.tsx'
import { isOpen } from './campaignSteps.ts'
import { Leads } from '../leads/Leads.tsx'
import { Results } from './Results.tsx'

const TABS = ['overview', 'leads', 'results', 'activity', 'settings'] as const
type Whole = CampaignPageQuery['campaign']

/** A campaign with everything that belongs to it, live while it is open. */
export function Campaign() {
  const { id } = useParams({ from: '/signed-in/campaigns/$id' })
  const result = useQuery({ query: CampaignPageDocument, variables: { id } })
  return <Loaded result={result}>{({ campaign }) => <Shown key={id} campaign={campaign} again={() => result[1]({ requestPolicy: 'network-only' })} />}</Loaded>
}

function Shown({ campaign, again }: { campaign: Whole; again: () => void }) {
  const t = useMessages('campaigns')
  const { id } = campaign
  const navigate = useNavigate()
  const { tab } = useSearch({ from: '/signed-in/campaigns/$id' })
  const [{ data }] = useSubscription({ query: CampaignProgressDocument, variables: { id } })
  const progress = data?.campaignProgress
  const status = progress?.status ?? campaign.status
  useEffect(() => {
    if (progress && progress.status !== campaign.status) again()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever it turns out to be in another state
  }, [progress?.status])
  const now = { ...campaign, ...(progress ? { status, pauseReason: progress.pauseReason, waiting: progress.waiting, stats: progress.stats } : {}) }
  const shown = TABS.find((each) => each === tab) ?? 'overview'
  const canSeeLeads = useCan('leads:read')
  const canSeeResults = useCan('results:read')
  const tabs = TABS.filter((each) => (each === 'leads' ? canSeeLeads : each === 'results' ? canSeeResults : true))
  return (
    <Page title={campaign.name} about={<About campaign={now} />} actions={<Actions campaign={now} onDeleted={() => void navigate({ to: '/campaigns' })} />}>
      <VisuallyHidden role="status">{t('statusNow', { status: useWords()('campaign', status) })}</VisuallyHidden>
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(value) => void navigate({ to: '/campaigns/$id', params: { id }, search: { tab: value === 'overview' ? undefined : (value ?? undefined) } })}
      >
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap', overflowX: 'auto' }} aria-label={t('parts')}>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`tab_${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <CampaignOverview campaign={now} progress={progress} />
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
      </Tabs>
    </Page>
  )
}

function About({ campaign: { id, status, purpose, startedAt, createdAt } }: { campaign: Whole }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
      <Status kind="campaign" value={status} />
      {purpose && <span>{word('purpose', purpose)}</span>}
      <span>{startedAt ? t('startedAt', { time: format.moment(startedAt) }) : t('createdAt', { time: format.moment(createdAt) })}</span>
      <Copied value={id} name={t('campaignId')} />
    </span>
  )
}

function Actions({ campaign, onDeleted }: { campaign: Whole; onDeleted: () => void }) {
  const t = useMessages('campaigns')
  const canStart = useCan('campaigns:start')
  const canWrite = useCan('campaigns:write')
  const { id, status } = campaign
  return (
    <>
      <TextLink to="/calls" search={{ campaign: id }}>
        {t('seeCalls')}
      </TextLink>
      {canWrite && status === 'draft' && (
        <ButtonLink to="/campaigns/new" search={{ id }} variant="default">
          {t('continueSetup')}
        </ButtonLink>
      )}
      {canStart && isOpen(status) && <StartButton campaign={campaign} />}
      {canStart && status === 'running' && <PauseButton campaign={campaign} />}
      <CampaignMenu campaign={campaign} onDeleted={onDeleted} />
    </>
  )
}
