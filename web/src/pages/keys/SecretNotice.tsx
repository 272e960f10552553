import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { CopyableText, Copy } from '../../parts/text/Copy.tsx'

/** A newly created key or token. Its secret can't be displayed again. */
export interface NewSecret {
  name: string
  key: string
}

interface SecretNoticeProps {
  title: string
  /** Label and value of the secret. */
  label: string
  secret: string
  /** Explanation and command line to use the secret with. */
  about: string
  command: string
  commandName: string
  onClose: () => void
}

/** Dialog that shows a new secret once, with a command to use it. */
export function SecretNotice({ title, label, secret, about, command, commandName, onClose }: SecretNoticeProps) {
  const common = useMessages('common')
  return (
    <Alert color="good" role="status" title={title} withCloseButton closeButtonLabel={common('close')} onClose={onClose}>
      <Stack gap="xs">
        <CopyableText value={secret} name={label} />
        <Text size="sm">{about}</Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {command}
          </Code>
          <Copy value={command} name={commandName} />
        </Group>
      </Stack>
    </Alert>
  )
}
