import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core'
import { CircleDollarSign } from 'lucide-react'
import type { KeyScope } from '../../../../src/kernel/vocabulary/scopes.ts'
import { type MessageKey, useCodedTexts, useMessages } from '../../messages.ts'
import { groupScopes } from '../../parts/forms/scopeGroups.ts'

interface ConnectScopesProps {
  requested: readonly KeyScope[]
  /** The scopes that the user's role allows in the chosen workspace. */
  grantable: readonly KeyScope[]
  granted: readonly KeyScope[]
  /** Receives the unticked scopes, so that they stay unticked in another workspace. */
  onDecline: (scopes: readonly string[]) => void
}

/** Requested scopes as checkboxes, from harmless to costly. */
export function ConnectScopes({ requested, grantable, granted, onDecline }: ConnectScopesProps) {
  const t = useMessages('connect')
  const change = (visible: readonly KeyScope[], ticked: readonly string[]) =>
    onDecline(grantable.filter((scope) => (visible.includes(scope) ? !ticked.includes(scope) : !granted.includes(scope))))
  return (
    <Stack gap="sm">
      {Object.entries(groupScopes(requested)).map(([name, scopes]) =>
        scopes.length === 0 ? null : (
          <Paper
            key={name}
            withBorder
            p="sm"
            style={name === 'costs' ? { borderColor: 'var(--mantine-color-warn-filled)', borderWidth: 2 } : undefined}
            data-group={name}
          >
            <Checkbox.Group
              label={
                <Group component="span" gap={6} display="inline-flex">
                  {name === 'costs' && <CircleDollarSign size={16} color="var(--mantine-color-warn-light-color)" aria-hidden />}
                  {t(name as MessageKey<'connect'>)}
                </Group>
              }
              description={name === 'costs' ? t('costsAbout') : undefined}
              value={granted.filter((scope) => scopes.includes(scope))}
              onChange={(ticked) => change(scopes, ticked)}
            >
              <Stack gap="xs" mt="xs">
                {scopes.map((scope) => (
                  <Scope key={scope} scope={scope} isPossible={grantable.includes(scope)} />
                ))}
              </Stack>
            </Checkbox.Group>
          </Paper>
        ),
      )}
      {granted.length === 0 && (
        <Text size="sm" role="status">
          {t('nothingTicked')}
        </Text>
      )}
    </Stack>
  )
}

function Scope({ scope, isPossible }: { scope: KeyScope; isPossible: boolean }) {
  const t = useMessages('connect')
  const describe = useCodedTexts('scopes')
  return <Checkbox value={scope} label={describe(scope) ?? scope} description={isPossible ? scope : t('roleForbids')} disabled={!isPossible} />
}
