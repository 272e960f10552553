import { Stack, Tabs } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { ConnectTrunkNumber } from './ConnectTrunkNumber.tsx'
import { ConnectCarrierNumbers } from './ConnectCarrierNumbers.tsx'

interface ConnectNumberProps {
  /** `carrier` or `sip`. */
  by: string
  onClose: () => void
}

/** Drawer to connect a number, from a carrier account or a SIP trunk. */
export function ConnectNumber({ by, onClose }: ConnectNumberProps) {
  const t = useMessages('numbers')
  const navigate = useNavigate()
  const choose = (link: string | null) => void navigate({ to: '/numbers', search: { link: link ?? undefined }, replace: true })
  return (
    <SideDrawer onClose={onClose} size="lg" title={t('connectNumber')}>
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
            <ConnectTrunkNumber onClose={onClose} />
          </Tabs.Panel>
        </Stack>
      </Tabs>
    </SideDrawer>
  )
}
