import { ActionIcon, Group, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { useFormat } from '../format.ts'
import { useMessages } from '../messages.ts'
import { PathLink, TextLink } from '../parts/page/links.tsx'
import { useOpening } from '../parts/page/useOpening.ts'
import { useAlertText } from '../parts/text/useAlertText.ts'
import { useAction } from '../parts/useAction.ts'
import { useCan } from '../parts/viewer.tsx'
import { AlertButton } from './AlertButton.tsx'
import { DismissAlertDocument } from './alerts.gql.ts'
import { type OpenAlert, useOpenAlerts } from './useOpenAlerts.ts'

/** Popover of open alerts. */
export function AlertList() {
  const t = useMessages('shell')
  const [isOpen, setOpen] = useOpening()
  const close = () => setOpen(false)
  const { alerts, hasMore, refetch } = useOpenAlerts()
  const label = t('alertsOpen', { count: alerts.length })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <AlertButton alerts={alerts} hasMore={hasMore} onClick={() => (refetch(), setOpen(!isOpen))} />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        <Group justify="space-between" px="md" py="xs">
          <Text fw={600} size="sm">
            {t('alerts')}
          </Text>
          <TextLink to="/alerts" onClick={close} data-autofocus>
            {t('allAlerts')}
          </TextLink>
        </Group>
        <ScrollArea.Autosize mah={400} viewportProps={{ tabIndex: alerts.length > 0 ? undefined : -1 }}>
          <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
            {alerts.map((alert) => (
              <Entry key={alert.id} alert={alert} onOpen={close} />
            ))}
          </Stack>
          {alerts.length === 0 && (
            <Text size="sm" c="dimmed" px="md" pb="md">
              {t('noAlerts')}
            </Text>
          )}
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

function Entry({ alert, onOpen }: { alert: OpenAlert; onOpen: () => void }) {
  const t = useMessages('shell')
  const format = useFormat()
  const { id, path, raisedAt } = alert
  const { title, message } = useAlertText()(alert)
  const canDismiss = useCan('billing:write')
  const [dismiss, isRunning] = useAction(DismissAlertDocument)
  return (
    <Group component="li" px="md" py="xs" gap="xs" wrap="nowrap" align="flex-start" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <PathLink path={path} size="sm" fw={600} onClick={onOpen}>
          {title}
        </PathLink>
        <Text size="xs" lineClamp={3}>
          {message}
        </Text>
        <Text size="xs" c="dimmed" component="time" dateTime={raisedAt}>
          {format.ago(raisedAt)}
        </Text>
      </div>
      {canDismiss && (
        <ActionIcon variant="subtle" color="gray" size="sm" loading={isRunning} onClick={() => void dismiss({ id })} aria-label={t('dismissAlert', { title })}>
          <X size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
