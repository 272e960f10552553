import { Text } from '@mantine/core'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { CapFields, toLimits, useCapForm } from '../../parts/forms/CapFields.tsx'
import { useAction } from '../../parts/useAction.ts'
import { type ConnectedAppsQuery, UpdateConnectedAppDocument } from './ConnectedApps.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

export type ConnectedApp = ConnectedAppsQuery['connectedApps']['nodes'][number]

/** Edits an app's limits, next to its usage. */
export function ConnectedAppLimits({ app: { id, name, callLimit, callsUsed, spendLimit, spent }, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const t = useMessages('keys')
  const common = useMessages('common')
  const format = useFormat()
  const form = useCapForm({ callLimit: callLimit ?? '', spendLimit: spendLimit == null ? '' : String(Number(spendLimit)) })
  const [update, isRunning] = useAction(UpdateConnectedAppDocument)
  const send = form.onSubmit(async (written) => {
    const saved = await update({ id, input: toLimits(written) }, { success: common('saved'), handleError: form.showServerErrors })
    if (saved) onClose()
  })
  return (
    <Dialog onClose={onClose} size="lg" title={t('limitsOf', { name })}>
      <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!form.isDirty()} onCancel={onClose}>
        <Text size="sm">{t('soFar', { calls: callsUsed, spent: format.cents(spent) })}</Text>
        <CapFields form={form} />
      </FormLayout>
    </Dialog>
  )
}
