import { Alert, Card, Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { useMessages } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { CampaignSettingsDocument } from './CampaignForm.gql.ts'
import { type CampaignFields, CampaignSection } from './CampaignSection.tsx'
import { CampaignSectionForm } from './CampaignSections.tsx'
import { SECTIONS } from './campaignSteps.ts'

/** Campaign settings by section, each saved on its own. */
export function CampaignSettings({ campaignId }: { campaignId: string }) {
  const result = useQuery({ query: CampaignSettingsDocument, variables: { id: campaignId } })
  return <QueryResult result={result}>{({ campaign }) => <Sections campaign={campaign} />}</QueryResult>
}

function Sections({ campaign }: { campaign: CampaignFields }) {
  const t = useMessages('campaigns')
  const canWrite = useCan('campaigns:write') && campaign.status !== 'completed'
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <Stack gap="lg" maw={960}>
      {campaign.status === 'running' && <Alert>{t('settingsWhileRunning')}</Alert>}
      {campaign.status === 'completed' && <Alert>{t('settingsCompleted')}</Alert>}
      {SECTIONS.map((section) => (
        <Card key={section} id={section} withBorder component="section" aria-labelledby={`${section}-title`}>
          <Title order={2} size="h4" mb="md" id={`${section}-title`}>
            {t(`step_${section}`)}
          </Title>
          <CampaignSection value={{ campaign, canWrite }}>
            <CampaignSectionForm section={section} />
          </CampaignSection>
        </Card>
      ))}
    </Stack>
  )
}
