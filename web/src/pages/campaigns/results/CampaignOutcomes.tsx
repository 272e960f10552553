import { Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { useConfirm } from '../../../parts/Confirm.tsx'
import { TextLink } from '../../../parts/page/links.tsx'
import { useAction } from '../../../parts/useAction.ts'
import { useCan } from '../../../parts/viewer.tsx'
import { RequeueLeadsDocument } from '../CampaignControls.gql.ts'

interface CampaignOutcomesProps {
  campaignId: string
  /** Finished calls by outcome. */
  outcomes: Record<string, number>
}

/** Outcomes of finished calls, with a way to call leads again by outcome. */
export function CampaignOutcomes({ campaignId, outcomes }: CampaignOutcomesProps) {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const [chosen, choose] = useState<string[]>([])
  const canRedial = useCan('leads:write')
  const sortedOutcomes = Object.entries(outcomes).toSorted(([, a], [, b]) => b - a)
  const all = sortedOutcomes.reduce((sum, [, count]) => sum + count, 0)
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {t('outcomes')}
      </Title>
      {sortedOutcomes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noOutcomes')}
        </Text>
      )}
      <Stack gap="xs">
        {sortedOutcomes.map(([outcome, count]) => (
          <Group key={outcome} gap="sm" wrap="nowrap">
            {canRedial && (
              <Checkbox
                aria-label={t('chooseOutcome', { outcome: word('outcome', outcome) })}
                checked={chosen.includes(outcome)}
                onChange={({ target }) => choose(target.checked ? [...chosen, outcome] : chosen.filter((each) => each !== outcome))}
              />
            )}
            <TextLink to="/campaigns/$id" params={{ id: campaignId }} search={{ tab: 'results', outcome }} flex={1}>
              {word('outcome', outcome)}
            </TextLink>
            <Text size="sm" fw={600}>
              {format.number(count)}
            </Text>
            <Text size="xs" c="dimmed" w={52} ta="right">
              {format.percent(count / all)}
            </Text>
          </Group>
        ))}
      </Stack>
      {canRedial && sortedOutcomes.length > 0 && <CallAgain campaignId={campaignId} outcomes={chosen} onDone={() => choose([])} />}
    </Card>
  )
}

function CallAgain({ campaignId, outcomes, onDone }: { campaignId: string; outcomes: string[]; onDone: () => void }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const confirm = useConfirm()
  const [redial, isRunning] = useAction(RequeueLeadsDocument)
  const [called, tell] = useState<number | null>(null)
  const ask = async () => {
    const names = outcomes.map((outcome) => word('outcome', outcome)).join(', ')
    if (!(await confirm({ title: t('callAgainTitle'), body: t('callAgainBody', { outcomes: names }), action: t('callAgain') }))) return
    const done = await redial({ campaignId, outcomes })
    if (!done) return
    tell(done.requeueLeads)
    onDone()
  }
  return (
    <Group mt="md">
      <Button
        variant="default"
        size="xs"
        leftSection={<RotateCcw size={14} aria-hidden />}
        disabled={outcomes.length === 0}
        loading={isRunning}
        onClick={() => void ask()}
      >
        {t('callSelectedAgain')}
      </Button>
      <Text size="sm" role="status">
        {called === null ? '' : t('leadsRequeued', { count: called })}
      </Text>
    </Group>
  )
}
