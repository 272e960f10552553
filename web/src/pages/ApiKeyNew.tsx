import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { ApiKeyInput } from '../../../src/inputs/apiKeys.ts'
import { KEY_SCOPES } from '../../../src/scopes.ts'
import { useMessages, useWords } from '../messages.ts'
import { useAction } from '../parts/useAction.ts'
import { useAppForm } from '../parts/useAppForm.ts'
import { useViewer } from '../viewer.tsx'
import type { Shown } from './KeyShown.tsx'
import { CreateApiKeyDocument } from './Keys.gql.ts'

/** What keys are mostly made for. */
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

interface ApiKeyNewProps {
  onClose: () => void
  onKey: (shown: Shown) => void
}

/** Makes a key that can do what is ticked, and nothing its maker cannot. */
export function ApiKeyNew({ onClose, onKey }: ApiKeyNewProps) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const word = useWords()
  const { scopes: mine } = useViewer()
  const form = useAppForm({ name: '', scopes: [] as string[], expiresOn: '' }, ApiKeyInput.pick({ name: true, scopes: true }))
  const [create, isRunning] = useAction(CreateApiKeyDocument)
  const send = form.onSubmit(async ({ name, scopes, expiresOn }) => {
    const expiresAt = expiresOn ? new Date(`${expiresOn}T23:59:59`).toISOString() : null
    const made = await create({ input: { name, scopes, expiresAt } }, { refused: form.refused })
    if (!made) return
    onKey({ name, key: made.createApiKey.key })
    onClose()
  })
  const choose = (scopes: readonly string[]) =>
    form.setFieldValue(
      'scopes',
      scopes.filter((scope) => mine.includes(scope)),
    )
  return (
    <Modal opened onClose={onClose} size="lg" title={t('new')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={send} noValidate>
        <Stack>
          <TextInput label={common('name')} description={t('nameAbout')} required data-autofocus {...form.getInputProps('name')} />
          <Checkbox.Group label={t('scopes')} description={t('scopesAbout')} required {...form.getInputProps('scopes')}>
            <Group gap="xs" my="xs" role="group" aria-label={t('presets')}>
              {Object.entries(PRESETS).map(([name, scopes]) => (
                <Button key={name} size="compact-xs" variant="default" onClick={() => choose(scopes)}>
                  {t(name as keyof typeof PRESETS)}
                </Button>
              ))}
            </Group>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {KEY_SCOPES.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} description={word('scope', scope)} disabled={!mine.includes(scope)} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <TextInput type="date" label={t('expires')} description={t('expiresAbout')} {...form.getInputProps('expiresOn')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={isRunning} disabled={form.getValues().scopes.length === 0}>
              {common('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
