import { Alert, Group, MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from 'urql'
import { z } from 'zod'
import { Name } from '../../../../../src/inputs/common.ts'
import { CAMPAIGN_PURPOSES } from '../../../../../src/inputs/campaigns.ts'
import { type Language, useLanguage } from '../../../languages.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { TextLink } from '../../../parts/page/links.tsx'
import { CampaignAgentsDocument, CampaignKnowledgeDocument } from './CampaignForm.gql.ts'
import { SectionForm, useSectionContext, useSection } from './CampaignSection.tsx'
import { isEditable } from './campaignSteps.ts'
import type { CampaignPurpose } from './CampaignForm.gql.ts'

const Fields = z.object({ name: Name, purpose: z.string().nullable(), agentRefId: z.string().nullable() })
const SAME = 'same_as_call'
const TAGS = ['en-US', 'en-GB', 'it-IT', 'de-DE', 'fr-FR', 'es-ES', 'pt-PT', 'pt-BR', 'nl-NL', 'pl-PL', 'ja-JP', 'zh-CN']

/** Form section: name, purpose, agent, knowledge bases, and language of the summary. */
export function CampaignAgentSection() {
  const t = useMessages('campaigns')
  const word = useWords()
  const { campaign } = useSectionContext()
  const section = useSection(
    {
      name: campaign.name,
      purpose: campaign.purpose as CampaignPurpose | null,
      agentRefId: campaign.agentRefId,
      callLanguageMode: campaign.callLanguageMode,
      outputLanguage: campaign.outputLanguage,
      knowledgeBaseIds: campaign.settings.knowledgeBaseIds,
    },
    Fields,
    ({ knowledgeBaseIds, ...changes }) => ({ changes, settings: { knowledgeBaseIds } }),
  )
  const { form } = section
  const isFixed = !isEditable(campaign.status)
  return (
    <SectionForm section={section}>
      <TextInput label={t('name')} required disabled={isFixed} {...form.getInputProps('name')} />
      <Select
        label={t('purpose')}
        description={t('purposeAbout')}
        placeholder={t('purposeNone')}
        clearable
        disabled={isFixed}
        data={CAMPAIGN_PURPOSES.map((value) => ({ value, label: word('purpose', value) }))}
        {...form.getInputProps('purpose')}
      />
      <AgentField isFixed={isFixed} props={form.getInputProps('agentRefId')} />
      <Knowledge props={form.getInputProps('knowledgeBaseIds')} />
      <Stack gap={4}>
        <Text size="sm" fw={600} id="language-mode">
          {t('languageMode')}
        </Text>
        <Group>
          <SegmentedControl
            aria-labelledby="language-mode"
            disabled={isFixed}
            data={[
              { value: 'auto', label: t('languageAuto') },
              { value: 'fixed', label: t('languageFixed') },
            ]}
            {...form.getInputProps('callLanguageMode')}
          />
        </Group>
      </Stack>
      <OutputLanguage isFixed={isFixed} current={campaign.outputLanguage} props={form.getInputProps('outputLanguage')} />
    </SectionForm>
  )
}

interface FieldProps {
  isFixed?: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- as Mantine's forms give them
  props: any
}

function AgentField({ isFixed, props }: FieldProps) {
  const t = useMessages('campaigns')
  const [{ data }] = useQuery({ query: CampaignAgentsDocument })
  const agents = data?.agents.nodes ?? []
  const chosen = agents.find(({ id }) => id === props.value)
  return (
    <Stack gap="xs">
      <Select
        label={t('agent')}
        description={t('agentAbout')}
        searchable
        clearable
        disabled={isFixed}
        nothingFoundMessage={t('noAgents')}
        data={agents.map(({ id, name, isPublished }) => ({ value: id, label: isPublished ? name : t('unpublished', { name }) }))}
        {...props}
      />
      {chosen && (!chosen.isPublished || chosen.hasUnpublishedChanges) && (
        <Alert color="warn">
          <Group gap="xs">
            <Text size="sm">{t(chosen.isPublished ? 'agentHasChanges' : 'agentNotPublished')}</Text>
            <TextLink to="/agents/$id" params={{ id: chosen.id }} c="inherit" underline="always">
              {t('toAgent', { name: chosen.name })}
            </TextLink>
          </Group>
        </Alert>
      )}
      {data && agents.length === 0 && <TextLink to="/agents/new">{t('createAgent')}</TextLink>}
    </Stack>
  )
}

function Knowledge({ props }: FieldProps) {
  const t = useMessages('campaigns')
  const [{ data }] = useQuery({ query: CampaignKnowledgeDocument })
  const bases = data?.knowledgeBases.nodes ?? []
  if (bases.length === 0) return null
  return (
    <MultiSelect
      label={t('knowledge')}
      description={t('knowledgeAbout')}
      searchable
      clearable
      data={bases.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  )
}

function OutputLanguage({ isFixed, current, props }: FieldProps & { current: string }) {
  const t = useMessages('campaigns')
  const names = new Intl.DisplayNames([useLanguage() satisfies Language], { type: 'language' })
  const tags = [...new Set([...TAGS, ...(current === SAME ? [] : [current])])]
  return (
    <Select
      label={t('outputLanguage')}
      description={t('outputLanguageAbout')}
      searchable
      allowDeselect={false}
      disabled={isFixed}
      data={[{ value: SAME, label: t('sameAsCall') }, ...tags.map((value) => ({ value, label: names.of(value) ?? value }))]}
      {...props}
    />
  )
}
