import { Alert, Group, Text } from '@mantine/core'
import { CirclePause, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '../../format.ts'
import { type Key, useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/links.tsx'

export interface Standing {
  status: string
  pauseReason?: string | null
  waiting?: { reason: string; because?: string | null; until?: string | null } | null
}

/** Why a campaign begins no call, in a few words; nothing where it does, or is not meant to. */
export function useWhy() {
  const t = useMessages('campaigns')
  const word = useWords()
  return ({ status, pauseReason, waiting }: Standing): string | null => {
    if (status === 'paused' && pauseReason) return word('pause', pauseReason)
    if (status !== 'running' || !waiting) return null
    return waiting.because ? `${t('waitsBecause')} ${word('nextLead', waiting.because)}` : word('wait', waiting.reason)
  }
}

/** Why a campaign waits or is paused, until when, and where to mend it. */
export function CampaignWhy({ standing, campaignId }: { standing: Standing; campaignId: string }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const now = useNow()
  const why = useWhy()(standing)
  if (!why) return null
  const isPaused = standing.status === 'paused'
  const until = standing.waiting?.until
  return (
    <Alert
      color={isPaused ? 'yellow' : 'ink'}
      icon={isPaused ? <CirclePause aria-hidden /> : <Hourglass aria-hidden />}
      title={t(isPaused ? 'paused' : 'waiting')}
    >
      <Group gap="xs">
        <Text size="sm">{why}</Text>
        {!isPaused && until && (
          <Text size="sm">{Date.parse(until) > now ? t('nextLook', { time: format.moment(until), ago: format.ago(until, now) }) : t('nextLookNow')}</Text>
        )}
        {isPaused && <Mend reason={standing.pauseReason ?? ''} campaignId={campaignId} />}
      </Group>
    </Alert>
  )
}

/** Where each pause that the dialer makes is mended: a tab of the campaign, or a page of its own. */
const SECTION_OF: Record<string, string> = { budget_reached: 'limits', schedule_ended: 'hours', agent_not_published: 'agent', no_number: 'numbers' }

/** A link on coloured ground. */
const READABLE = { c: 'inherit', underline: 'always' } as const

function Mend({ reason, campaignId }: { reason: string; campaignId: string }) {
  const t = useMessages('campaigns')
  if (reason === 'insufficient_funds')
    return (
      <TextLink to="/billing" {...READABLE}>
        {t('topUp')}
      </TextLink>
    )
  if (reason === 'failure_rate')
    return (
      <TextLink to="/calls" search={{ campaign: campaignId, status: 'failed' }} {...READABLE}>
        {t('seeFailed')}
      </TextLink>
    )
  const section = SECTION_OF[reason]
  if (!section) return null
  return (
    <TextLink to="/campaigns/$id" params={{ id: campaignId }} search={{ tab: 'settings' }} hash={section} {...READABLE}>
      {t('mendIn', { step: t(`step_${section}` as Key<'campaigns'>) })}
    </TextLink>
  )
}

/** The time, told again every ten seconds. */
function useNow() {
  const [now, tell] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => tell(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
