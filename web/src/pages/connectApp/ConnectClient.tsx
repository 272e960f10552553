import { Alert, Stack, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ConsentRequest } from '../../api/consent.ts'
import { useMessages } from '../../messages.ts'

/** The app that asks for access. Its name is self-declared; only the redirect host is certain. */
export function ConnectClient({ client: { name, redirect_host: host, is_local: isLocal } }: Pick<ConsentRequest, 'client'>) {
  const t = useMessages('connect')
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm">{t('asks')}</Text>
        <Text fw={600} size="lg" lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('nameUnchecked')}
        </Text>
      </div>
      <div>
        <Text size="sm">{t('sentBackTo')}</Text>
        <Text fw={600} component="div" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{host}</bdi>
        </Text>
      </div>
      {isLocal && (
        <Alert color="warn" icon={<TriangleAlert aria-hidden />} title={t('local')}>
          {t('localAbout')}
        </Alert>
      )}
    </Stack>
  )
}
