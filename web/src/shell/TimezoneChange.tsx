import { Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../messages.ts'
import { FormLayout } from '../parts/forms/FormLayout.tsx'
import { listTimezones } from '../parts/forms/timezones.ts'
import { Dialog } from '../parts/page/Dialog.tsx'
import { useAction } from '../parts/useAction.ts'
import { useViewer } from '../parts/viewer.tsx'
import { BROWSER_TIMEZONE } from '../timezone.ts'
import { UpdateViewerDocument } from './TimezoneChange.gql.ts'

const OF_BROWSER = 'browser'

/** Dialog to choose the time zone in which all times of the dashboard are shown. */
export function TimezoneChange({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const account = useMessages('account')
  const common = useMessages('common')
  const { timezone } = useViewer()
  const [chosen, choose] = useState(timezone ?? OF_BROWSER)
  const [update, isRunning] = useAction(UpdateViewerDocument)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await update({ input: { timezone: chosen === OF_BROWSER ? null : chosen } }, { success: common('saved') })) onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('changeTimezone')}>
      <FormLayout onSubmit={(event) => void save(event)} isRunning={isRunning} onCancel={onClose}>
        <Select
          label={account('timezone')}
          description={account('timezoneAbout')}
          searchable
          allowDeselect={false}
          limit={100}
          data={[
            { value: OF_BROWSER, label: account('timezoneOfBrowser', { timezone: BROWSER_TIMEZONE }) },
            ...listTimezones(timezone).map((value) => ({ value, label: value })),
          ]}
          value={chosen}
          onChange={(value) => value && choose(value)}
          data-autofocus
        />
      </FormLayout>
    </Dialog>
  )
}
