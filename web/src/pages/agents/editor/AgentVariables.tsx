import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { listOpenVariables } from '../../../../../src/inputs/agentVariables.ts'
import type { VOICE_ENGINES } from '../../../../../src/inputs/numbers.ts'
import { useMessages } from '../../../messages.ts'
import { Section } from '../../../parts/page/Section.tsx'
import type { AgentValues, EditorProps } from './useAgentForm.ts'

/** Variables that a lead fills without a column of its own. */
export const LEAD_FIELDS: readonly string[] = ['name', 'phone_number']

/** Lists the variables that the words in the form leave open, including unsaved ones. */
export function useOpenVariables({ voiceEngine, firstMessage, systemPrompt, voicemailMessage, generalTools, postCallAnalysisData }: AgentValues): string[] {
  return useMemo(
    () =>
      listOpenVariables(voiceEngine as (typeof VOICE_ENGINES)[number], {
        firstMessage,
        systemPrompt,
        voicemailMessage,
        tools: generalTools,
        questions: postCallAnalysisData,
      }),
    [voiceEngine, firstMessage, systemPrompt, voicemailMessage, generalTools, postCallAnalysisData],
  )
}

/** Defaults of the agent's variables: a field for each that its words use, and for each that has a default. */
export function AgentVariables({ editor, canEdit }: EditorProps) {
  const t = useMessages('agents')
  const { form } = editor
  const { defaultVariables } = form.values
  const used = useOpenVariables(form.values)
  const names = [...new Set([...used, ...Object.keys(defaultVariables)])]
  if (names.length === 0) return null
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = defaultVariables
    form.setFieldValue('defaultVariables', value === '' ? others : { ...others, [name]: value })
  }
  return (
    <Section title={t('variables')} about={t('variablesAbout')}>
      {names.map((name) => (
        <TextInput
          key={name}
          label={name}
          description={LEAD_FIELDS.includes(name) ? t('variableOfLead') : used.includes(name) ? undefined : t('variableUnused')}
          placeholder={t('noDefault')}
          maxLength={10_000}
          value={defaultVariables[name] ?? ''}
          readOnly={!canEdit}
          onChange={({ currentTarget }) => change(name, currentTarget.value)}
          error={editor.problemAt(`defaultVariables.${name}`)}
        />
      ))}
    </Section>
  )
}
