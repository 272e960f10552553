import { Group, Radio, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useNavigate } from '../../../router/index.ts'
import { useState } from 'react'
import { AdvancedAgentInput } from '../../../../../src/inputs/agents.ts'
import { documentationLanguage, useLanguage } from '../../../languages.ts'
import { useMessages } from '../../../messages.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { useVoiceProviderOptions } from '../../../parts/forms/voiceProviders.ts'
import { useAction } from '../../../parts/useAction.ts'
import { FieldGrid } from '../../../parts/forms/FormRow.tsx'
import { FormLayout } from '../../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../../parts/forms/useAppForm.ts'
import { useServerInfo, useViewer } from '../../../parts/viewer.tsx'
import { CreateAgentDocument } from './AgentNew.gql.ts'
import { VOICES } from '../../../parts/forms/agentChoices.ts'
import { type TemplateName, TEMPLATES } from './agentTemplateNames.ts'
import { buildTemplate } from './agentTemplates.ts'
import { LanguageSelect } from '../../../parts/forms/LanguageSelect.tsx'

/** Form of a new agent: a few fields and a starting point. The rest is set in the editor. */
export function AgentNew() {
  const t = useMessages('agents')
  const engines = useVoiceProviderOptions()
  const navigate = useNavigate()
  const { simulatedEngines } = useServerInfo()
  const { workspace } = useViewer()
  const [start, begin] = useState<TemplateName>('appointment')
  const [create, isRunning] = useAction(CreateAgentDocument)
  const language = useLanguage()
  const voiceEngine = simulatedEngines.includes('retell') || simulatedEngines.length === 0 ? 'retell' : simulatedEngines[0]!
  const form = useAppForm({ name: '', lang: documentationLanguage(language), voiceEngine }, AdvancedAgentInput)
  const send = form.onSubmit(async (values) => {
    const voiceId = start === 'blank' ? null : VOICES[values.voiceEngine]?.[0]
    const done = await create(
      { input: { ...buildTemplate(start, values.lang, workspace.name), ...values, voiceId } },
      { success: t('createdAgent'), handleError: form.showServerErrors },
    )
    if (done) await navigate({ to: '/agents/$id', params: { id: done.createAgent.id } })
  })
  return (
    <Page title={t('newTitle')} about={t('newAbout')}>
      <FormLayout onSubmit={send} action={t('createAndEdit')} isRunning={isRunning}>
        <TextInput label={t('name')} description={t('nameAbout')} placeholder={t('namePlaceholder')} required maxLength={200} {...form.getInputProps('name')} />
        <FieldGrid cols={{ base: 1, sm: 2 }}>
          <LanguageSelect label={t('lang')} {...form.getInputProps('lang')} />
          <Select label={t('engine')} allowDeselect={false} data={engines} {...form.getInputProps('voiceEngine')} />
        </FieldGrid>
        <Starts value={start} onChange={begin} />
      </FormLayout>
    </Page>
  )
}

function Starts({ value, onChange }: { value: TemplateName; onChange: (start: TemplateName) => void }) {
  const t = useMessages('agents')
  return (
    <Radio.Group label={t('start')} description={t('startAbout')} value={value} onChange={(next) => onChange(next as TemplateName)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
        {TEMPLATES.map((start) => (
          <Radio.Card key={start} value={start} p="sm" display="flex" style={{ alignItems: 'flex-start' }} aria-label={t(`start_${start}`)}>
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator />
              <div>
                <Text fw={600} size="sm">
                  {t(`start_${start}`)}
                </Text>
                <Text size="xs" c="dimmed">
                  {t(`start_${start}_about`)}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
