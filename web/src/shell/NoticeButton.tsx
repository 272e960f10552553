import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core'
import { Bell } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMessages } from '../messages.ts'

interface NoticeButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  notices: readonly unknown[]
  hasMore: boolean
}

/** Tells how many notices stand. */
export function NoticeButton({ notices, hasMore, ...props }: NoticeButtonProps) {
  const t = useMessages('shell')
  return (
    <Indicator label={`${notices.length}${hasMore ? '+' : ''}`} size={16} offset={6} color="red.8" disabled={notices.length === 0}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('noticesOpen', { count: notices.length })} aria-haspopup="dialog" {...props}>
        <Bell size={20} aria-hidden />
      </ActionIcon>
    </Indicator>
  )
}
