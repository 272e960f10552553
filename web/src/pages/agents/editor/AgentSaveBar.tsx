import { Button, Group, Paper, Text } from '@mantine/core'
import { useMessages } from '../../../messages.ts'
import { useConfirm } from '../../../parts/Confirm.tsx'
import type { AgentForm } from './useAgentForm.ts'

/** Bar at the bottom of the window while there are unsaved changes. On the left, because toasts appear on the right. */
export function AgentSaveBar({ editor }: { editor: AgentForm }) {
  const t = useMessages('agents')
  const common = useMessages('common')
  const confirm = useConfirm()
  const { form, isDirty, isSaving, save } = editor
  if (!isDirty) return null
  const discard = async () => {
    if (await confirm({ title: t('discardTitle'), body: t('discardAbout'), action: t('discard'), cancel: common('keepEditing'), danger: true })) form.reset()
  }
  return (
    <Paper withBorder shadow="md" p="sm" pos="sticky" bottom={8} style={{ zIndex: 2 }} role="region" aria-label={common('unsaved')}>
      <Group gap="xs">
        <Button size="xs" loading={isSaving} onClick={() => void save()}>
          {t('saveDraft')}
        </Button>
        <Button variant="default" size="xs" onClick={() => void discard()}>
          {t('discard')}
        </Button>
        <Text size="sm">{common('unsaved')}</Text>
      </Group>
    </Paper>
  )
}
