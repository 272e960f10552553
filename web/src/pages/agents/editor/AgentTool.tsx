import { ActionIcon, Alert, Code, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useCodedTexts, useMessages } from '../../../messages.ts'
import { CustomFields, SmsFields, type ToolFieldsProps, TransferFields } from './AgentToolFields.tsx'
import { isKnown, textOf } from './agentTools.ts'
import type { Item } from './useAgentForm.ts'

interface AgentToolProps extends ToolFieldsProps {
  onRemove: () => void
  /** Errors of parts that no field shows. */
  otherProblems: { part: string; reason: string }[]
}

/** Form of one tool, with the fields of its type. Properties without a field are kept. */
export function AgentTool({ onRemove, otherProblems, ...props }: AgentToolProps) {
  const t = useMessages('agents')
  const nameOf = useCodedTexts('agentTools')
  const { tool, canEdit, problemAt } = props
  const title = nameOf(textOf(tool.type)) ?? textOf(tool.type).replaceAll('_', ' ')
  return (
    <Paper withBorder p="sm" role="group" aria-label={`${title} ${textOf(tool.name)}`}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="sm">
            {title}
          </Text>
          {canEdit && (
            <ActionIcon variant="subtle" color="gray" onClick={onRemove} aria-label={t('removeTool', { name: textOf(tool.name) || title })}>
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {isKnown(tool.type) ? <KnownFields {...props} /> : <UnknownTool tool={tool} />}
        {otherProblems.map(({ part, reason }) => (
          <Alert key={part + reason} color="bad" p="xs">
            <b>{part}</b>: {reason}
          </Alert>
        ))}
        {!isKnown(tool.type) && problemAt('name') && (
          <Alert color="bad" p="xs">
            {problemAt('name')}
          </Alert>
        )}
      </Stack>
    </Paper>
  )
}

/** A tool whose type has no form, such as a provider's own. */
function UnknownTool({ tool }: { tool: Item }) {
  const t = useMessages('agents')
  return (
    <>
      <Code block tabIndex={0} role="region" aria-label={t('toolJson')}>
        {JSON.stringify(tool, null, 2)}
      </Code>
      <Text size="xs" c="dimmed">
        {t('toolJsonAbout')}
      </Text>
    </>
  )
}

function KnownFields(props: ToolFieldsProps) {
  const t = useMessages('agents')
  const { tool, onChange, canEdit, problemAt } = props
  return (
    <>
      <TextInput
        label={t('toolName')}
        description={t('toolNameAbout')}
        maxLength={64}
        value={textOf(tool.name)}
        onChange={({ target }) => onChange({ ...tool, name: target.value })}
        error={problemAt('name')}
        readOnly={!canEdit}
      />
      <Textarea
        label={t('toolDescription')}
        description={t('toolDescriptionAbout')}
        autosize
        minRows={1}
        maxRows={6}
        value={textOf(tool.description)}
        onChange={({ target }) => onChange({ ...tool, description: target.value })}
        error={problemAt('description')}
        readOnly={!canEdit}
      />
      {tool.type === 'transfer_call' && <TransferFields {...props} />}
      {tool.type === 'send_sms' && <SmsFields {...props} />}
      {tool.type === 'custom' && <CustomFields {...props} />}
    </>
  )
}
