import { Alert, Box, Button, Card, Group, List, NumberInput, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords, type WordKind } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { type CostAssumptions, CampaignCost } from './CampaignCost.tsx'
import { LaunchRequirements } from './LaunchRequirements.tsx'
import { CampaignDryRun } from './CampaignDryRun.tsx'
import { CampaignReasonTable } from '../CampaignReasonTable.tsx'
import { CampaignPreflightDocument, type CampaignPreflightQuery } from './CampaignReview.gql.ts'
import type { CampaignFields } from '../settings/CampaignSection.tsx'
import { StartButton } from './CampaignStart.tsx'
import { useLaunchText } from './useLaunchText.ts'

/** Review before a start: missing requirements, skipped leads, cost estimate, and dry run. */
export function CampaignReview({ campaign }: { campaign: CampaignFields }) {
  const [assumed, assume] = useState<CostAssumptions>({})
  const canStart = useCan('campaigns:start')
  const ready = useQuery({ query: CampaignPreflightDocument, variables: { id: campaign.id } })
  return (
    <Stack gap="lg">
      <QueryResult result={ready}>
        {({ campaignPreflight: check }) => (
          <>
            <Requirements check={check} campaignId={campaign.id} />
            {canStart && (
              <Group>
                <StartButton campaign={campaign} size="md" disabled={!check.ready} />
              </Group>
            )}
            <LeadsAndRecommendations check={check} />
            {check.pending > 0 && (
              <>
                <Assumptions onAssume={assume} />
                <CampaignCost campaignId={campaign.id} assumed={assumed} />
                <CampaignDryRun campaignId={campaign.id} assumed={assumed} />
              </>
            )}
          </>
        )}
      </QueryResult>
    </Stack>
  )
}

type Check = CampaignPreflightQuery['campaignPreflight']

function Requirements({ check, campaignId }: { check: Check; campaignId: string }) {
  const t = useMessages('campaigns')
  if (check.ready)
    return (
      <Alert color="good" icon={<CircleCheck aria-hidden />} title={t('ready')} role="status">
        {t('readyAbout', { count: check.pending })}
      </Alert>
    )
  return (
    <Card withBorder>
      <Title order={3} size="h4" mb="sm">
        {t('missingTitle', { count: check.missing.length })}
      </Title>
      <LaunchRequirements missing={check.missing} campaignId={campaignId} />
    </Card>
  )
}

/** Skipped and waiting leads, and recommendations. */
function LeadsAndRecommendations({ check: { skipped, waiting, recommendations } }: { check: Check }) {
  const t = useMessages('campaigns')
  const word = useWords()
  const textOf = useLaunchText()
  const rowsOf = (kind: WordKind, reasons: Check['skipped']) =>
    reasons.map(({ reason, count }) => ({ name: word(kind, reason), value: t('leadCount', { count }) }))
  const lists = [
    { title: t('skipped'), about: t('skippedAbout'), rows: rowsOf('skip', skipped), lines: [] },
    { title: t('scheduledLater'), about: t('scheduledLaterAbout'), rows: rowsOf('wait', waiting), lines: [] },
    { title: t('recommendations'), about: null, rows: [], lines: recommendations.map((item) => textOf('recommendation', item)) },
  ].filter(({ rows, lines }) => rows.length + lines.length > 0)
  if (lists.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, lg: Math.min(lists.length, 3) }}>
      {lists.map(({ title, about, rows, lines }) => (
        <Card key={title} withBorder>
          <Title order={3} size="h5">
            {title}
          </Title>
          {about && (
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          )}
          <Box mt="xs">
            {rows.length > 0 && <CampaignReasonTable rows={rows} />}
            {lines.length > 0 && (
              <List size="sm" spacing={4}>
                {lines.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            )}
          </Box>
        </Card>
      ))}
    </SimpleGrid>
  )
}

function Assumptions({ onAssume }: { onAssume: (assumed: CostAssumptions) => void }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const [percent, setPercent] = useState<string | number>('')
  const [seconds, setSeconds] = useState<string | number>('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAssume({ ...(percent === '' ? {} : { answerRate: Number(percent) / 100 }), ...(seconds === '' ? {} : { talkSeconds: Number(seconds) }) })
      }}
    >
      <Title order={3} size="h4">
        {t('forecast')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('forecastAbout')}
      </Text>
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={t('answerRate')}
          placeholder={t('defaultValue')}
          suffix={format.percentSuffix}
          min={0}
          max={100}
          value={percent}
          onChange={setPercent}
          w={170}
        />
        <NumberInput
          label={t('talkSeconds')}
          placeholder={t('defaultValue')}
          suffix={t('secondsSuffix')}
          min={1}
          max={7_200}
          allowDecimal={false}
          value={seconds}
          onChange={setSeconds}
          w={170}
        />
        <Button type="submit" variant="default">
          {t('recalculate')}
        </Button>
      </Group>
    </form>
  )
}
