import { Alert, Code, Group, Stack, Text } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { Copied, Copy } from '../parts/Copy.tsx'
import { useInstallation } from '../viewer.tsx'

/** A key that was just made; nobody can see it again. */
export interface Shown {
  name: string
  key: string
}

/** Shows it, with a first request to try it by. */
export function KeyShown({ shown: { name, key }, onClose }: { shown: Shown; onClose: () => void }) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const { publicUrl } = useInstallation()
  const request = `curl ${publicUrl}/api/v1/me -H 'X-API-Key: ${key}'`
  return (
    <Alert color="teal" role="status" title={t('once', { name })} withCloseButton closeButtonLabel={common('close')} onClose={onClose}>
      <Stack gap="xs">
        <Copied value={key} name={t('key')} />
        <Text size="sm">{t('tryIt')}</Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {request}
          </Code>
          <Copy value={request} name={t('request')} />
        </Group>
      </Stack>
    </Alert>
  )
}
