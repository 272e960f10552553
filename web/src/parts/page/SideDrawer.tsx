import { Drawer, type DrawerProps } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** Drawer at the right that is open while it is mounted. Closing it returns the focus. A dialog above it takes the Escape key. */
export function SideDrawer({ onClose, ...props }: Omit<DrawerProps, 'opened'>) {
  const common = useMessages('common')
  useFocusReturn()
  const close = () => document.querySelectorAll('[role=dialog][aria-modal=true]').length < 2 && onClose()
  return <Drawer opened position="right" returnFocus={false} closeButtonProps={{ 'aria-label': common('close') }} onClose={close} {...props} />
}
