import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { Copied, Copy } from '../../parts/Copy.tsx'

/** A key or token that was just made; nobody can see it again. */
export interface Shown {
  name: string
  key: string
}

interface KeyShownProps {
  title: string
  /** What the secret is called, and the secret. */
  label: string
  secret: string
  /** What to do with it, as a line for a terminal. */
  about: string
  line: string
  lineName: string
  onClose: () => void
}

/** Shows it this once, with a line to use it by. */
export function KeyShown({ title, label, secret, about, line, lineName, onClose }: KeyShownProps) {
  const common = useMessages('common')
  return (
    <Alert color="teal" role="status" title={title} withCloseButton closeButtonLabel={common('close')} onClose={onClose}>
      <Stack gap="xs">
        <Copied value={secret} name={label} />
        <Text size="sm">{about}</Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {line}
          </Code>
          <Copy value={line} name={lineName} />
        </Group>
      </Stack>
    </Alert>
  )
}
