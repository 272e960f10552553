import { Button, Group, Stack, Title } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useQuery } from 'urql'
import { useMessages } from '../../messages.ts'
import { QueryResult, SkeletonLines } from '../../parts/page/States.tsx'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { Consents } from '../../parts/consents/Consents.tsx'
import { PhoneNumber } from '../../parts/text/PhoneNumber.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { LeadFieldList } from './LeadFieldList.tsx'
import { LeadCallback } from './LeadCallBack.tsx'
import { LeadDecisions } from './LeadDecisions.tsx'
import { LeadDelete } from './LeadDelete.tsx'
import { LeadExplanation } from './LeadExplanation.tsx'
import { LeadSummary } from './LeadSummary.tsx'
import { LeadDocument, type LeadQuery } from './Leads.gql.ts'

const LeadEdit = lazy(() => import('./LeadEdit.tsx').then(({ LeadEdit }) => ({ default: LeadEdit })))

interface LeadDetailProps {
  campaignId: string
  leadId: string
  onClose: () => void
}

/** Drawer with one lead: its data, whether it can be called, and the decisions about it. */
export function LeadDetail({ campaignId, leadId, onClose }: LeadDetailProps) {
  const t = useMessages('leads')
  const result = useQuery({ query: LeadDocument, variables: { id: leadId } })
  const lead = result[0].data?.lead
  return (
    <SideDrawer
      onClose={onClose}
      size="lg"
      title={<bdi style={{ overflowWrap: 'anywhere' }}>{lead ? (lead.name ?? <PhoneNumber number={lead.phoneNumber} />) : t('lead')}</bdi>}
    >
      <QueryResult result={result}>{(data) => <LeadContent key={data.lead.id} lead={data.lead} campaignId={campaignId} onDeleted={onClose} />}</QueryResult>
    </SideDrawer>
  )
}

function LeadContent({ lead, campaignId, onDeleted }: { lead: LeadQuery['lead']; campaignId: string; onDeleted: () => void }) {
  const t = useMessages('leads')
  const consentTexts = useMessages('consents')
  const canWrite = useCan('leads:write')
  const [isEditing, setEditing] = useState(false)
  const data = Object.entries((lead.data ?? {}) as Record<string, unknown>)
  if (isEditing)
    return (
      <Suspense fallback={<SkeletonLines />}>
        <LeadEdit lead={lead} onClose={() => setEditing(false)} />
      </Suspense>
    )
  return (
    <Stack gap="lg">
      <LeadExplanation lead={lead} />
      <LeadSummary lead={lead} />
      {canWrite && lead.status !== 'calling' && (
        <Group>
          <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
            {t('editLead')}
          </Button>
        </Group>
      )}
      {canWrite && lead.status !== 'do_not_call' && lead.status !== 'cancelled' && <LeadCallback lead={lead} />}
      {data.length > 0 && (
        <Stack gap="xs" component="section">
          <Title order={3} size="h5">
            {t('data')}
          </Title>
          <LeadFieldList facts={data} />
        </Stack>
      )}
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">
          {consentTexts('title')}
        </Title>
        <Consents phoneNumber={lead.phoneNumber} consents={lead.consents} />
      </Stack>
      <LeadDecisions leadId={lead.id} />
      {canWrite && <LeadDelete lead={lead} campaignId={campaignId} onDeleted={onDeleted} />}
    </Stack>
  )
}
