import { Group, Progress, Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { TextLink } from '../../parts/page/links.tsx'
import { toneOf } from '../../theme/statusTones.ts'

export interface LeadCounts {
  total: number
  pending: number
  calling: number
  completed: number
  failed: number
  doNotCall: number
  cancelled: number
}

/** Lead statuses in the bar. Pending leads are the uncolored rest. */
const PARTS = [
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['doNotCall', 'do_not_call'],
  ['cancelled', 'cancelled'],
  ['calling', 'calling'],
  ['pending', 'pending'],
] as const

const colorOf = (status: string) => (status === 'pending' ? 'var(--surface-border)' : `var(--tone-${toneOf(status)})`)

export const countProcessed = ({ total, pending, calling }: LeadCounts) => total - pending - calling

/** Progress bar of a campaign by lead status, with a text alternative. */
export function CampaignBar({ leads, size = 6 }: { leads: LeadCounts; size?: number }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const visibleParts = PARTS.filter(([field]) => leads[field] > 0)
  const summary = visibleParts.map(([field, state]) => `${word('lead', state)} ${format.number(leads[field])}`).join(', ')
  return (
    <Progress.Root size={size} role="img" aria-label={`${t('doneOf', { done: countProcessed(leads), total: leads.total })}: ${summary}`}>
      {visibleParts.map(([field, status]) => (
        <Progress.Section key={field} value={(leads[field] / leads.total) * 100} color={colorOf(status)} withAria={false} />
      ))}
    </Progress.Root>
  )
}

/** Counts of the bar, each linked to its leads. */
export function CampaignBarLegend({ leads, campaignId }: { leads: LeadCounts; campaignId: string }) {
  const word = useWords()
  const format = useFormat()
  return (
    <Group gap="md">
      {PARTS.filter(([field]) => leads[field] > 0).map(([field, state]) => (
        <Group key={field} gap={6} wrap="nowrap">
          <span aria-hidden style={{ width: 10, height: 10, borderRadius: 3, background: colorOf(state) }} />
          <TextLink to="/campaigns/$id" params={{ id: campaignId }} search={{ tab: 'leads', status: state }} c="inherit">
            {word('lead', state)}
          </TextLink>
          <Text size="sm" fw={600}>
            {format.number(leads[field])}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
