import { Drawer, Stack, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMessages } from '../../messages.ts'
import { LinkByTrunk } from './LinkByTrunk.tsx'
import { LinkFromCarrier } from './LinkFromCarrier.tsx'

interface LinkNumberProps {
  /** `carrier` or `sip` while a number is being linked. */
  by: string | undefined
  onClose: () => void
}

/** Links a number of one's own: chosen from a connected account, or on a SIP trunk. */
export function LinkNumber({ by, onClose }: LinkNumberProps) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const navigate = useNavigate()
  const choose = (link: string | null) => void navigate({ to: '/numbers', search: { link: link ?? undefined }, replace: true })
  return (
    <Drawer opened={by !== undefined} onClose={onClose} position="right" size="lg" title={t('link')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Tabs value={by === 'sip' ? 'sip' : 'carrier'} onChange={choose} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="carrier">{t('fromCarrier')}</Tabs.Tab>
          <Tabs.Tab value="sip">{t('byTrunk')}</Tabs.Tab>
        </Tabs.List>
        <Stack pt="md">
          <Tabs.Panel value="carrier">
            <LinkFromCarrier />
          </Tabs.Panel>
          <Tabs.Panel value="sip">
            <LinkByTrunk onLinked={onClose} />
          </Tabs.Panel>
        </Stack>
      </Tabs>
    </Drawer>
  )
}
