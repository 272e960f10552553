import { Alert, Group, Text } from '@mantine/core'
import { CirclePause, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../format.ts'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'

export interface CampaignState {
  status: string
  pauseReason?: string | null
  waiting?: { reason: string; cause?: string | null; until?: string | null } | null
}

/** Returns a short reason why a campaign places no calls; null if it does, or isn't meant to. */
export function useStatusReason() {
  const t = useMessages('campaigns')
  const word = useWords()
  return ({ status, pauseReason, waiting }: CampaignState): string | null => {
    if (status === 'paused' && pauseReason) return word('pause', pauseReason)
    if (status !== 'running' || !waiting) return null
    return waiting.cause ? `${t('leadsScheduled')} ${word('nextLead', waiting.cause)}` : word('wait', waiting.reason)
  }
}

/** Alert with why a campaign waits or is paused, until when, and where to fix it. */
export function CampaignStatusReason({ campaign, campaignId }: { campaign: CampaignState; campaignId: string }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const now = useNow()
  const reason = useStatusReason()(campaign)
  if (!reason) return null
  const isPaused = campaign.status === 'paused'
  const until = campaign.waiting?.until
  return (
    <Alert
      color={isPaused ? 'warn' : 'gray'}
      icon={isPaused ? <CirclePause aria-hidden /> : <Hourglass aria-hidden />}
      title={t(isPaused ? 'paused' : 'waiting')}
    >
      <Group gap="xs">
        <Text size="sm">{reason}</Text>
        {!isPaused && until && (
          <Text size="sm">{Date.parse(until) > now ? t('nextCheck', { time: format.moment(until), ago: format.ago(until, now) }) : t('checkingNow')}</Text>
        )}
        {isPaused && <FixLink reason={campaign.pauseReason ?? ''} campaignId={campaignId} />}
      </Group>
    </Alert>
  )
}

/** Where to fix each automatic pause: a tab of the campaign, or another page. */
const SECTION_BY_PAUSE: Record<string, string> = { budget_reached: 'limits', schedule_ended: 'hours', agent_not_published: 'agent', no_number: 'numbers' }

/** Style of links on a colored background. */
const LINK_STYLE = { c: 'inherit', underline: 'always' } as const

function FixLink({ reason, campaignId }: { reason: string; campaignId: string }) {
  const t = useMessages('campaigns')
  if (reason === 'insufficient_funds')
    return (
      <TextLink to="/billing" {...LINK_STYLE}>
        {t('toBilling')}
      </TextLink>
    )
  if (reason === 'failure_rate')
    return (
      <TextLink to="/calls" search={{ campaign: campaignId, status: 'failed' }} {...LINK_STYLE}>
        {t('seeFailed')}
      </TextLink>
    )
  const section = SECTION_BY_PAUSE[reason]
  if (!section) return null
  return (
    <TextLink to="/campaigns/$id" params={{ id: campaignId }} search={{ tab: 'settings' }} hash={section} {...LINK_STYLE}>
      {t('fixIn', { step: t(`step_${section}` as MessageKey<'campaigns'>) })}
    </TextLink>
  )
}

/** The current time, updated every ten seconds. */
function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
