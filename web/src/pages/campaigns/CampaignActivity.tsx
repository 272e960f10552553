import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { History } from 'lucide-react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { type MessageKey, useCodedTexts, useMessages, useWords } from '../../messages.ts'
import { EmptyState, ErrorAlert, SkeletonLines } from '../../parts/page/States.tsx'
import { usePages } from '../../parts/tables/usePages.ts'
import { CampaignActivityDocument, type CampaignActivityQuery, CampaignActorsDocument } from './Campaign.gql.ts'

type Event = CampaignActivityQuery['campaign']['events']['nodes'][number]
type Facts = Record<string, unknown>

/** Events of a campaign as sentences with their actors, newest first. */
export function CampaignActivity({ campaignId }: { campaignId: string }) {
  const t = useMessages('campaigns')
  const pages = usePages(CampaignActivityDocument, { id: campaignId }, (data) => data.campaign.events, 50)
  const who = useActorName()
  if (pages.isLoading) return <SkeletonLines />
  if (pages.error && pages.rows.length === 0) return <ErrorAlert error={pages.error} onRetry={pages.retry} />
  if (pages.rows.length === 0) return <EmptyState icon={History} title={t('noActivity')} />
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
          <Button variant="default" onClick={pages.loadMore}>
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

/** Returns the name of an actor: a member with the token or app used, a former member, a key, or the system. */
function useActorName() {
  const t = useMessages('campaigns')
  const [{ data }] = useQuery({ query: CampaignActorsDocument })
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
  'lead_changed',
  'lead_deleted',
  'leads_deleted',
  'leads_requeued',
])

/** Returns an event as a sentence. */
function useSentence() {
  const t = useMessages('campaigns')
  const word = useWords()
  const nameOf = useCodedTexts('campaignFields')
  const format = useFormat()
  return ({ type, data }: Event): string => {
    const facts = (data ?? {}) as Facts
    const values = {
      reason: typeof facts.reason === 'string' ? word('pause', facts.reason) : '',
      fields: fieldsIn(type, facts)
        .map((field) => nameOf(field) ?? field)
        .join(', '),
      outcomes: toStrings(facts.outcomes)
        .map((outcome) => word('outcome', outcome))
        .join(', '),
      leads: count(facts.leads),
      created: count(facts.created),
      updated: count(facts.updated),
      failed: count(facts.failed),
      time: format.moment(typeof facts.at === 'string' ? facts.at : null),
    }
    return KNOWN.has(type) ? t(`event_${type}` as MessageKey<'campaigns'>, values) : word('event', type)
  }
}

const count = (value: unknown) => (typeof value === 'number' ? value : 0)
const toStrings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const fieldsIn = (type: string, facts: Facts) => (type === 'settings_changed' ? Object.keys(facts) : toStrings(facts.fields))
