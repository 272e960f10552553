import { NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useMessages, useWords } from '../../../messages.ts'
import { JsonField } from '../../../parts/forms/JsonField.tsx'
import { isObject, textOf } from './agentTools.ts'
import type { Item } from './useAgentForm.ts'

export interface ToolFieldsProps {
  tool: Item
  onChange: (tool: Item) => void
  canEdit: boolean
  problemAt: (part: string) => string | undefined
}

const inside = (value: unknown) => (isObject(value) ? value : {})

/** Fields of a call transfer. */
export function TransferFields({ tool, onChange, canEdit, problemAt }: ToolFieldsProps) {
  const t = useMessages('agents')
  const word = useWords()
  const destination = inside(tool.transfer_destination)
  const option = inside(tool.transfer_option)
  const to = (part: object) => onChange({ ...tool, transfer_destination: { ...destination, ...part } })
  const choices = (values: string[]) => values.map((value) => ({ value, label: word('transfer', value) }))
  return (
    <>
      <Select
        label={t('transferTo')}
        allowDeselect={false}
        readOnly={!canEdit}
        data={choices(['predefined', ...(destination.type === 'inferred' ? ['inferred'] : [])])}
        value={textOf(destination.type)}
        onChange={(type) => onChange({ ...tool, transfer_destination: type === 'inferred' ? { type, prompt: '' } : { type, number: '' } })}
      />
      {destination.type === 'inferred' ? (
        <Textarea
          label={t('transferPrompt')}
          autosize
          minRows={2}
          value={textOf(destination.prompt)}
          onChange={({ target }) => to({ prompt: target.value })}
          error={problemAt('transfer_destination.prompt')}
          readOnly={!canEdit}
        />
      ) : (
        <TextInput
          label={t('transferNumber')}
          type="tel"
          placeholder="+390212340100"
          value={textOf(destination.number)}
          onChange={({ target }) => to({ number: target.value })}
          error={problemAt('transfer_destination.number') ?? problemAt('transfer_destination.extension')}
          readOnly={!canEdit}
        />
      )}
      <Select
        label={t('transferHow')}
        allowDeselect={false}
        readOnly={!canEdit}
        data={choices(['cold_transfer', 'warm_transfer', ...(option.type === 'agentic_warm_transfer' ? ['agentic_warm_transfer'] : [])])}
        value={textOf(option.type)}
        onChange={(type) => onChange({ ...tool, transfer_option: { ...option, type } })}
        error={problemAt('transfer_option.type')}
      />
    </>
  )
}

/** Fields of an SMS tool: a fixed text, or instructions for the agent. */
export function SmsFields({ tool, onChange, canEdit, problemAt }: ToolFieldsProps) {
  const t = useMessages('agents')
  const word = useWords()
  const content = inside(tool.sms_content)
  const isWritten = content.type === 'inferred'
  const field = isWritten ? 'prompt' : 'text'
  return (
    <>
      <Select
        label={t('smsKind')}
        allowDeselect={false}
        readOnly={!canEdit}
        data={['predefined', 'inferred', 'template'].map((value) => ({ value, label: word('sms', value) }))}
        value={textOf(content.type)}
        onChange={(type) =>
          onChange({
            ...tool,
            sms_content: { type, ...(type === 'template' ? { template: 'info_collection' } : type === 'inferred' ? { prompt: '' } : { text: '' }) },
          })
        }
      />
      {content.type !== 'template' && (
        <Textarea
          label={t(isWritten ? 'smsPrompt' : 'smsText')}
          autosize
          minRows={2}
          value={textOf(content[field])}
          onChange={({ target }) => onChange({ ...tool, sms_content: { ...content, [field]: target.value } })}
          error={problemAt(`sms_content.${field}`)}
          readOnly={!canEdit}
        />
      )}
    </>
  )
}

/** Fields of a custom tool: the server's URL and the parameters it receives. */
export function CustomFields({ tool, onChange, canEdit, problemAt }: ToolFieldsProps) {
  const t = useMessages('agents')
  return (
    <>
      <TextInput
        label={t('toolUrl')}
        type="url"
        placeholder="https://example.com/slots"
        value={textOf(tool.url)}
        onChange={({ target }) => onChange({ ...tool, url: target.value })}
        error={problemAt('url')}
        readOnly={!canEdit}
      />
      <Select
        label={t('toolMethod')}
        allowDeselect={false}
        readOnly={!canEdit}
        data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE']}
        value={textOf(tool.method) || 'POST'}
        onChange={(method) => onChange({ ...tool, method })}
        error={problemAt('method')}
      />
      <JsonField
        label={t('toolParameters')}
        description={t('toolParametersAbout')}
        placeholder={'{\n  "type": "object",\n  "properties": { "day": { "type": "string" } }\n}'}
        value={tool.parameters as object | string | undefined}
        onChange={(parameters) => onChange({ ...tool, parameters })}
        accepts={isObject as (value: unknown) => value is object}
        error={problemAt('parameters')}
        readOnly={!canEdit}
      />
      <NumberInput
        label={t('toolTimeout')}
        value={typeof tool.timeout_ms === 'number' ? tool.timeout_ms : ''}
        onChange={(value) => onChange({ ...tool, timeout_ms: value === '' ? undefined : value })}
        step={1000}
        error={problemAt('timeout_ms')}
        readOnly={!canEdit}
      />
    </>
  )
}
