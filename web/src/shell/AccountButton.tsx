import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { CircleUser } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { useMessages } from '../messages.ts'

export function AccountButton(props: ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>) {
  const t = useMessages('shell')
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('account')} aria-haspopup="menu" {...props}>
      <CircleUser size={18} aria-hidden />
    </ActionIcon>
  )
}
