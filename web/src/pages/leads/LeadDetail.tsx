import { Drawer, Stack, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { Loaded } from '../../parts/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { Facts } from './LeadFieldList.tsx'
import { LeadCallBack } from './LeadCallBack.tsx'
import { LeadDecisions } from './LeadDecisions.tsx'
import { LeadDelete } from './LeadDelete.tsx'
import { LeadExplanation } from './LeadExplanation.tsx'
import { LeadFacts } from './LeadFacts.tsx'
import { LeadDocument, type LeadQuery } from './Leads.gql.ts'

interface LeadDetailProps {
  campaignId: string
  leadId?: string
  onClose: () => void
}

/** One lead beside the list: what is known of it, whether it may be called, and everything that was decided about it. */
export function LeadDetail({ campaignId, leadId, onClose }: LeadDetailProps) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const result = useQuery({ query: LeadDocument, variables: { id: leadId ?? '' }, pause: !leadId })
  const lead = result[0].data?.lead
  return (
    <Drawer
      opened={Boolean(leadId)}
      onClose={onClose}
      position="right"
      size="lg"
      title={<bdi style={{ overflowWrap: 'anywhere', fontWeight: 700 }}>{lead ? (lead.name ?? lead.phoneNumber) : t('lead')}</bdi>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {leadId && <Loaded result={result}>{(data) => <Known key={data.lead.id} lead={data.lead} campaignId={campaignId} onDeleted={onClose} />}</Loaded>}
    </Drawer>
  )
}

function Known({ lead, campaignId, onDeleted }: { lead: LeadQuery['lead']; campaignId: string; onDeleted: () => void }) {
  const t = useMessages('leads')
  const canWrite = useCan('leads:write')
  const data = Object.entries((lead.data ?? {}) as Record<string, unknown>)
  return (
    <Stack gap="lg">
      <LeadFacts lead={lead} />
      <LeadExplanation lead={lead} />
      {canWrite && lead.status !== 'do_not_call' && lead.status !== 'cancelled' && <LeadCallBack lead={lead} />}
      {data.length > 0 && (
        <Stack gap="xs" component="section">
          <Title order={3} size="h5">
            {t('data')}
          </Title>
          <Facts facts={data} />
        </Stack>
      )}
      <LeadDecisions leadId={lead.id} />
      {canWrite && <LeadDelete lead={lead} campaignId={campaignId} onDeleted={onDeleted} />}
    </Stack>
  )
}
