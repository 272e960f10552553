import { Autocomplete, Grid, Input, NumberInput, SegmentedControl, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import {
  DEFAULT_CALL_SECONDS,
  DEFAULT_RING_SECONDS,
  MAX_CALL_SECONDS,
  MESSAGE_LENGTH,
  PROMPT_LENGTH,
  RING_SECONDS,
  MIN_CALL_SECONDS,
} from '../../../../../src/inputs/agents.ts'
import { BASES_AT_ONCE } from '../../../../../src/inputs/knowledgeBases.ts'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { filterSuggestions } from '../../../parts/forms/suggestions.ts'
import { useVoiceProviderOptions } from '../../../parts/forms/voiceProviders.ts'
import { TextLink } from '../../../parts/page/links.tsx'
import { KnowledgePicker } from '../../../parts/forms/pickers.tsx'
import { MODELS, VOICES } from '../../../parts/forms/agentChoices.ts'
import { AgentQuestions } from './AgentQuestions.tsx'
import { AgentTools } from './AgentTools.tsx'
import { AgentVariables } from './AgentVariables.tsx'
import { LanguageSelect } from '../../../parts/forms/LanguageSelect.tsx'
import { Section } from '../../../parts/page/Section.tsx'
import type { AgentValues, EditorProps } from './useAgentForm.ts'

/** Form of an agent's configuration, with errors at their fields. */
export function AgentEditor(props: EditorProps) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <Words {...props} />
          <AgentTools {...props} />
          <AgentQuestions {...props} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack>
          <Voice {...props} />
          <AgentVariables {...props} />
          <Knowledge {...props} />
          <Limits {...props} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

/** Props of a form field with its error. Read-only without write access. */
const fieldOf =
  ({ editor, canEdit }: EditorProps) =>
  (path: keyof AgentValues) => ({
    ...editor.form.getInputProps(path),
    error: editor.problemAt(path),
    readOnly: !canEdit,
  })

function Words(props: EditorProps) {
  const t = useMessages('agents')
  const word = useWords()
  const format = useFormat()
  const field = fieldOf(props)
  const { systemPrompt, voiceEngine } = props.editor.form.values
  const length = Array.from(systemPrompt).length
  const count = t('promptCount', { count: format.number(length), limit: format.number(PROMPT_LENGTH) })
  return (
    <Section title={t('words')}>
      <TextInput label={t('name')} required maxLength={200} {...field('name')} />
      <Textarea
        label={t('firstMessage')}
        description={t('firstMessageAbout')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MESSAGE_LENGTH}
        {...field('firstMessage')}
      />
      <div>
        <Textarea label={t('systemPrompt')} description={t('systemPromptAbout')} rows={16} resize="vertical" {...field('systemPrompt')} />
        <Text size="xs" c={length > PROMPT_LENGTH ? 'bad' : 'dimmed'} ta="right" pt={4}>
          {count}
        </Text>
      </div>
      <Textarea
        label={t('voicemailMessage')}
        description={t('voicemailMessageAbout', { engine: word('engine', voiceEngine) })}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MESSAGE_LENGTH}
        {...field('voicemailMessage')}
      />
    </Section>
  )
}

function Voice(props: EditorProps) {
  const t = useMessages('agents')
  const word = useWords()
  const field = fieldOf(props)
  const { voiceEngine } = props.editor.form.values
  return (
    <Section title={t('voice')}>
      <Input.Wrapper label={t('engine')} labelElement="div" description={t('engineAbout')} error={props.editor.problemAt('voiceEngine')}>
        <SegmentedControl
          fullWidth
          mt={4}
          data={useVoiceProviderOptions()}
          {...props.editor.form.getInputProps('voiceEngine')}
          readOnly={!props.canEdit}
          aria-label={t('engine')}
        />
      </Input.Wrapper>
      <Autocomplete
        label={t('voiceId')}
        description={t('voiceIdAbout', { engine: word('engine', voiceEngine) })}
        data={VOICES[voiceEngine]}
        filter={filterSuggestions}
        {...field('voiceId')}
      />
      <LanguageSelect label={t('lang')} description={t('langAbout')} {...field('lang')} />
      <Autocomplete label={t('model')} description={t('modelAbout')} data={MODELS} filter={filterSuggestions} {...field('model')} />
    </Section>
  )
}

function Knowledge(props: EditorProps) {
  const t = useMessages('agents')
  return (
    <Section title={t('knowledge')} about={<TextLink to="/knowledge">{t('toKnowledge')}</TextLink>}>
      <KnowledgePicker
        label={t('knowledgeBases')}
        description={t('knowledgeBasesAbout')}
        maxValues={BASES_AT_ONCE}
        clearable={props.canEdit}
        {...fieldOf(props)('knowledgeBaseIds')}
      />
    </Section>
  )
}

function Limits(props: EditorProps) {
  const t = useMessages('agents')
  const field = fieldOf(props)
  const { form } = props.editor
  return (
    <Section title={t('limits')}>
      <NumberInput
        label={t('maxCallSeconds')}
        description={t('maxCallSecondsAbout', { least: MIN_CALL_SECONDS, most: MAX_CALL_SECONDS, usual: DEFAULT_CALL_SECONDS })}
        step={30}
        allowDecimal={false}
        {...field('maxDurationSeconds')}
      />
      <NumberInput
        label={t('ringSeconds')}
        description={t('ringSecondsAbout', { ...RING_SECONDS, usual: DEFAULT_RING_SECONDS })}
        step={5}
        allowDecimal={false}
        {...field('ringTimeoutSeconds')}
      />
      <Switch
        label={t('recordingEnabled')}
        description={t('recordingEnabledAbout')}
        disabled={!props.canEdit}
        {...form.getInputProps('recordingEnabled', { type: 'checkbox' })}
      />
    </Section>
  )
}
