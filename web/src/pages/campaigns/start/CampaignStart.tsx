import { Alert, Button, type ButtonProps, Group, List, Stack, Text } from '@mantine/core'
import { useNavigate } from '../../../router/index.ts'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useAction } from '../../../parts/useAction.ts'
import { CampaignReasonTable } from '../CampaignReasonTable.tsx'
import { problemOf } from '../../../api/problems.ts'
import { CampaignStartSummaryDocument, CampaignStatusDocument, ConfirmCampaignStartDocument, ProposeCampaignStartDocument } from '../CampaignControls.gql.ts'
import { CampaignPreflightDocument } from './CampaignReview.gql.ts'
import { LaunchRequirements } from './LaunchRequirements.tsx'
import { useLaunchText } from './useLaunchText.ts'
import { Dialog } from '../../../parts/page/Dialog.tsx'

interface Proposal {
  id: string
  pending: number
  skipped: { reason: string; count: number }[]
}

interface StartButtonProps extends ButtonProps {
  campaign: { id: string; name: string; status: string; startedAt?: string | null }
}

/** Starts a campaign in two steps: first shows what would start, or what is missing and where to fix it. */
export function StartButton({ campaign, ...props }: StartButtonProps) {
  const t = useMessages('campaigns')
  const [propose, isProposing] = useAction(ProposeCampaignStartDocument)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const proposeStart = async () => {
    const result = await propose(
      { id: campaign.id },
      {
        handleError: (error) => {
          const isNotReady = (problemOf(error)?.detail as { error?: string } | null)?.error === 'campaign_not_ready'
          setIncomplete(isNotReady)
          return isNotReady
        },
      },
    )
    const start = result?.startCampaign
    if (start?.proposalId) setProposal({ ...(start.summary as Omit<Proposal, 'id'>), id: start.proposalId })
  }
  return (
    <>
      <Button leftSection={<Play size={16} aria-hidden />} loading={isProposing} onClick={() => void proposeStart()} {...props}>
        {t(campaign.startedAt ? 'resume' : 'start')}
      </Button>
      <Dialog opened={isIncomplete} onClose={() => setIncomplete(false)} title={t('notReady')}>
        {isIncomplete && <MissingRequirements campaignId={campaign.id} onLeave={() => setIncomplete(false)} />}
      </Dialog>
      <Dialog opened={proposal !== null} onClose={() => setProposal(null)} title={t('startTitle', { name: campaign.name })}>
        {proposal && <Confirmation proposal={proposal} campaignId={campaign.id} onClose={() => setProposal(null)} />}
      </Dialog>
    </>
  )
}

function MissingRequirements({ campaignId, onLeave }: { campaignId: string; onLeave: () => void }) {
  const result = useQuery({ query: CampaignPreflightDocument, variables: { id: campaignId }, requestPolicy: 'network-only' })
  return (
    <QueryResult result={result}>
      {({ campaignPreflight: { missing } }) => <LaunchRequirements missing={missing} campaignId={campaignId} onLeave={onLeave} />}
    </QueryResult>
  )
}

function Confirmation({ proposal, campaignId, onClose }: { proposal: Proposal; campaignId: string; onClose: () => void }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const client = useClient()
  const navigate = useNavigate()
  const [confirm, isStarting] = useAction(ConfirmCampaignStartDocument)
  const [{ data }] = useQuery({ query: CampaignStartSummaryDocument, variables: { id: campaignId } })
  const textOf = useLaunchText()
  const cost = data?.costEstimate
  const recommendations = data?.campaignPreflight.recommendations ?? []
  const toCall = proposal.pending - proposal.skipped.reduce((sum, { count }) => sum + count, 0)
  const start = async () => {
    const result = await confirm({ id: campaignId, proposalId: proposal.id }, { success: t('started') })
    if (!result) return
    await client.query(CampaignStatusDocument, { id: campaignId }, { requestPolicy: 'network-only' }).toPromise()
    onClose()
    void navigate({ to: '/campaigns/$id', params: { id: campaignId } })
  }
  return (
    <Stack>
      {data && <Text size="sm">{t(data.campaign.settings.callingWindows.length > 0 ? 'startBody' : 'startBodyAnyTime', { count: toCall })}</Text>}
      {proposal.skipped.length > 0 && (
        <div>
          <Text size="sm">{t('startSkipped')}</Text>
          <CampaignReasonTable rows={proposal.skipped.map(({ reason, count }) => ({ name: word('skip', reason), value: t('leadCount', { count }) }))} />
        </div>
      )}
      {cost && (
        <Text size="sm">
          {t('startCost', {
            low: format.cents(cost.cost.low, cost.currency),
            high: format.cents(cost.cost.high, cost.currency),
            free: format.cents(cost.available, cost.currency),
          })}
        </Text>
      )}
      {recommendations.length > 0 && (
        <Alert color="warn" title={t('recommendations')}>
          <List size="sm">
            {recommendations.map((item) => (
              <List.Item key={item.code}>{textOf('recommendation', item)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={isStarting} onClick={() => void start()} data-autofocus>
          {t('startCount', { count: toCall })}
        </Button>
      </Group>
    </Stack>
  )
}
