import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { History } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { type Key, useMessages, useWords } from '../../messages.ts'
import { Empty, Failure, Lines } from '../../parts/States.tsx'
import { usePages } from '../../parts/usePages.ts'
import { CampaignActivityDocument, type CampaignActivityQuery, CampaignPeopleDocument } from './Campaign.gql.ts'

type Event = CampaignActivityQuery['campaign']['events']['nodes'][number]
type Facts = Record<string, unknown>

/** What happened to a campaign, newest first, in words, and who did it. */
export function CampaignActivity({ campaignId }: { campaignId: string }) {
  const t = useMessages('campaigns')
  const pages = usePages(CampaignActivityDocument, { id: campaignId }, (data) => data.campaign.events, 50)
  const who = useWho()
  if (pages.isLoading) return <Lines />
  if (pages.error && pages.rows.length === 0) return <Failure error={pages.error} onRetry={pages.retry} />
  if (pages.rows.length === 0) return <Empty icon={History} title={t('noActivity')} />
  return (
    <Stack>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('tab_activity')}>
        {pages.rows.map((event) => (
          <Box key={event.id} component="li" pl="md" style={{ borderLeft: '3px solid var(--mantine-color-default-border)' }}>
            <Line event={event} who={who(event)} />
          </Box>
        ))}
      </Stack>
      {pages.hasMore && (
        <Group>
          <Button variant="default" onClick={pages.more}>
            {t('older')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Line({ event, who }: { event: Event; who: string }) {
  const format = useFormat()
  const sentence = useSentence()
  return (
    <>
      <Text size="sm">{sentence(event)}</Text>
      <Text size="xs" c="dimmed" title={format.exact(event.createdAt)}>
        {who} · {format.moment(event.createdAt)}
      </Text>
    </>
  )
}

/** Who did something: a member by name, with the token or app they did it by, somebody who has left, a key, or the system. */
function useWho() {
  const t = useMessages('campaigns')
  const [{ data }] = useQuery({ query: CampaignPeopleDocument })
  return ({ userId, credential }: Event): string => {
    if (userId) {
      const member = data?.members.find(({ id }) => id === userId)
      const person = member ? member.name || member.email : t('byFormer')
      return credential ? `${person} (${credential})` : person
    }
    return credential ? t('byKey', { name: credential }) : t('bySystem')
  }
}

const KNOWN = new Set([
  'created',
  'changed',
  'settings_changed',
  'proposed',
  'started',
  'paused',
  'completed',
  'reopened',
  'cancelled',
  'leads_imported',
  'import_undone',
  'leads_redialled',
  'callback_scheduled',
  'lead_deleted',
])

/** An event as a sentence. */
function useSentence() {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  return ({ type: kind, data }: Event): string => {
    const facts = (data ?? {}) as Facts
    const values = {
      reason: word('pause', typeof facts.reason === 'string' ? facts.reason : ''),
      fields: fieldsIn(kind, facts)
        .map((field) => word('field', field))
        .join(', '),
      outcomes: listed(facts.outcomes)
        .map((outcome) => word('outcome', outcome))
        .join(', '),
      leads: count(facts.leads),
      created: count(facts.created),
      updated: count(facts.updated),
      failed: count(facts.failed),
      time: format.moment(typeof facts.at === 'string' ? facts.at : null),
    }
    return KNOWN.has(kind) ? t(`event_${kind}` as Key<'campaigns'>, values) : word('event', kind)
  }
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const fieldsIn = (kind: string, facts: Facts) => (kind === 'settings_changed' ? Object.keys(facts) : listed(facts.fields))
