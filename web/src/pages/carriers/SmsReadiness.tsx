import { Badge, Stack, Text } from '@mantine/core'
import { type MessageKey, useMessages, useWords } from '../../messages.ts'

/** How to fix each missing SMS requirement. */
const REMEDIES: Record<string, MessageKey<'numbers'>> = {
  auth_token: 'remedyField',
  public_key: 'remedyField',
  signature_secret: 'remedyField',
  signing_key: 'remedyField',
  application_id: 'remedyApplication',
  service_plan_id: 'remedyPlan',
  api_token: 'remedyPlan',
  messaging_profile: 'remedyProfile',
  messaging_permission: 'remedyPermission',
  sms_capable_number: 'remedyCapable',
  inbound_webhook: 'remedyWebhook',
  a2p_registration: 'remedyRegistration',
}

interface Readiness {
  isReady: boolean
  missing: readonly string[]
}

/** Badge for whether SMS can be sent. */
export function SmsBadge({ isReady, missing }: Readiness) {
  const t = useMessages('numbers')
  const [color, name] = isReady
    ? missing.length === 0
      ? (['good', 'smsReady'] as const)
      : (['warn', 'smsOnlyOut'] as const)
    : missing.includes('sms_capable_number')
      ? (['gray', 'smsNever'] as const)
      : (['warn', 'smsNotReady'] as const)
  return (
    <Badge variant="light" color={color}>
      {t(name)}
    </Badge>
  )
}

/** Missing SMS requirements, each with its fix. */
export function SmsMissing({ missing }: { missing: readonly string[] }) {
  const t = useMessages('numbers')
  const word = useWords()
  return (
    <Stack component="ul" gap="xs" m={0} pl="lg">
      {missing.map((name) => (
        <Text component="li" size="sm" key={name}>
          <Text span fw={600} size="sm">
            {word('smsMissing', name)}
          </Text>
          {REMEDIES[name] && <Text size="sm">{t(REMEDIES[name])}</Text>}
        </Text>
      ))}
    </Stack>
  )
}
