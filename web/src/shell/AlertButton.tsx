import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core'
import { Bell } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMessages } from '../messages.ts'

interface AlertButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  alerts: readonly unknown[]
  hasMore: boolean
}

/** Button with the number of open alerts. */
export function AlertButton({ alerts, hasMore, ...props }: AlertButtonProps) {
  const t = useMessages('shell')
  return (
    <Indicator label={`${alerts.length}${hasMore ? '+' : ''}`} size={16} offset={6} color="bad" disabled={alerts.length === 0}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('alertsOpen', { count: alerts.length })} aria-haspopup="dialog" {...props}>
        <Bell size={18} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
