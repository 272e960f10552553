import { Alert, Button, Card, Group, Stack, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { useMessages } from '../../../messages.ts'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { CampaignSettingsDocument } from './CampaignForm.gql.ts'
import { type CampaignFields, CampaignSection } from './CampaignSection.tsx'
import { CampaignSectionForm } from './CampaignSections.tsx'
import { SECTIONS } from './campaignSteps.ts'
import { FORM_PAGE_WIDTH } from '../../../parts/forms/FormLayout.tsx'

/** Campaign settings by section, saved together. */
export function CampaignSettings({ campaignId }: { campaignId: string }) {
  const result = useQuery({ query: CampaignSettingsDocument, variables: { id: campaignId } })
  return <QueryResult result={result}>{({ campaign }) => <Sections campaign={campaign} />}</QueryResult>
}

function Sections({ campaign }: { campaign: CampaignFields }) {
  const t = useMessages('campaigns')
  const common = useMessages('common')
  const canWrite = useCan('campaigns:write') && campaign.status !== 'completed'
  const sections = useRef(new Set<() => Promise<boolean>>())
  const register = useCallback((save: () => Promise<boolean>) => {
    sections.current.add(save)
    return () => void sections.current.delete(save)
  }, [])
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    // Browsers return a promise, which React would take for a function.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setSaving(true)
    let areSaved = true
    for (const save of sections.current) areSaved = (await save()) && areSaved
    setSaving(false)
    if (areSaved) notifications.show({ color: 'good', message: t('saved'), closeButtonProps: { 'aria-label': common('close') } })
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="lg" maw={FORM_PAGE_WIDTH}>
        {campaign.status === 'running' && <Alert>{t('settingsWhileRunning')}</Alert>}
        {campaign.status === 'completed' && <Alert>{t('settingsCompleted')}</Alert>}
        {SECTIONS.map((section) => (
          <Card key={section} id={section} withBorder component="section" aria-labelledby={`${section}-title`}>
            <Title order={2} size="h4" mb="md" id={`${section}-title`}>
              {t(`step_${section}`)}
            </Title>
            <CampaignSection value={{ campaign, canWrite, register }}>
              <CampaignSectionForm section={section} />
            </CampaignSection>
          </Card>
        ))}
        {/* The labels of segmented controls have layer 2. */}
        {canWrite && (
          <Group pos="sticky" bottom={0} py="sm" bg="var(--surface-page)" style={{ zIndex: 3, borderTop: '1px solid var(--surface-border)' }}>
            <Button type="submit" loading={isSaving}>
              {t('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
