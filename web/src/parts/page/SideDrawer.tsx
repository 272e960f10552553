import { Drawer, type DrawerProps } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** Drawer at the right that is open while it is mounted. Closing it returns the focus. */
export function SideDrawer(props: Omit<DrawerProps, 'opened'>) {
  const common = useMessages('common')
  useFocusReturn()
  return <Drawer opened position="right" returnFocus={false} closeButtonProps={{ 'aria-label': common('close') }} {...props} />
}
