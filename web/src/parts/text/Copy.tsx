import { ActionIcon, CopyButton, Group, Text } from '@mantine/core'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { useMessages } from '../../messages.ts'

/** Button that copies a text. `name` describes it to screen readers. */
export function Copy({ value, name }: { value: string; name: string }) {
  const t = useMessages('common')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          size={24}
          color={copied ? 'good' : 'gray'}
          onClick={copy}
          aria-label={t('copyOf', { name })}
          title={copied ? t('copied') : t('copy')}
        >
          {copied ? <Check size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}

/** The ID of a resource next to its title, with the button that copies it. `name` says whose ID it is. */
export function CopyableId({ id, name }: { id: string; name: string }) {
  const t = useMessages('common')
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {t('idOf', { id })}
      <Copy value={id} name={name} />
    </Group>
  )
}

/** A text to copy, such as an ID, with its button. */
export function CopyableText({ value, name }: { value: string; name: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Text>
      <Copy value={value} name={name} />
    </Group>
  )
}

/** A text to copy in one line of a table, such as a URL. What doesn't fit is cut, and its button stays. */
export function CopyableLine({ value, name }: { value: string; name: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" truncate title={value}>
        {value}
      </Text>
      <Copy value={value} name={name} />
    </Group>
  )
}
