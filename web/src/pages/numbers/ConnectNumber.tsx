import { Drawer, Stack, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../../messages.ts'
import { ConnectTrunkNumber } from './ConnectTrunkNumber.tsx'
import { ConnectCarrierNumbers } from './ConnectCarrierNumbers.tsx'

interface ConnectNumberProps {
  /** `carrier` or `sip`. Absent while the dialog is closed. */
  by: string | undefined
  onClose: () => void
}

/** Dialog to connect a number, from a carrier account or a SIP trunk. */
export function ConnectNumber({ by, onClose }: ConnectNumberProps) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const navigate = useNavigate()
  const choose = (link: string | null) => void navigate({ to: '/numbers', search: { link: link ?? undefined }, replace: true })
  return (
    <Drawer
      opened={by !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('connectNumber')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Tabs value={by === 'sip' ? 'sip' : 'carrier'} onChange={choose} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="carrier">{t('fromCarrier')}</Tabs.Tab>
          <Tabs.Tab value="sip">{t('byTrunk')}</Tabs.Tab>
        </Tabs.List>
        <Stack pt="md">
          <Tabs.Panel value="carrier">
            <ConnectCarrierNumbers />
          </Tabs.Panel>
          <Tabs.Panel value="sip">
            <ConnectTrunkNumber onLinked={onClose} />
          </Tabs.Panel>
        </Stack>
      </Tabs>
    </Drawer>
  )
}
