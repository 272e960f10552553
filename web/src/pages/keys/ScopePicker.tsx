import { Button, Checkbox, type CheckboxGroupProps, Group, SimpleGrid } from '@mantine/core'
import { KEY_SCOPES } from '../../../../src/kernel/vocabulary/scopes.ts'
import { useCodedTexts, useMessages } from '../../messages.ts'
import { useViewer } from '../../parts/viewer.tsx'

/** Common sets of scopes. */
const PRESETS = {
  presetRead: KEY_SCOPES.filter((scope) => scope.endsWith(':read')),
  presetCalls: ['me:read', 'agents:read', 'numbers:read', 'calls:read', 'calls:write'],
  presetCampaigns: [
    'me:read',
    'agents:read',
    'numbers:read',
    'campaigns:read',
    'campaigns:write',
    'campaigns:start',
    'leads:read',
    'leads:write',
    'results:read',
  ],
  presetAll: [...KEY_SCOPES],
} as const

type ScopePickerProps = Omit<CheckboxGroupProps, 'children' | 'onChange'> & { onChange: (scopes: string[]) => void }

/** Scope checkboxes with presets, limited to the user's own scopes. */
export function ScopePicker({ onChange, ...props }: ScopePickerProps) {
  const t = useMessages('keys')
  const describe = useCodedTexts('scopes')
  const { scopes: mine } = useViewer()
  return (
    <Checkbox.Group label={t('scopes')} required onChange={onChange} {...props}>
      <Group gap="xs" my="xs" role="group" aria-label={t('presets')}>
        {Object.entries(PRESETS).map(([name, scopes]) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(scopes.filter((scope) => mine.includes(scope)))}>
            {t(name as keyof typeof PRESETS)}
          </Button>
        ))}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {KEY_SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={scope} description={describe(scope) ?? scope} disabled={!mine.includes(scope)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
