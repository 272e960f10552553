import { Drawer, type DrawerProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'
import { useMessages } from '../../messages.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** Drawer at the right that is open while it is mounted. Closing it returns the focus. A dialog above it takes the Escape key. */
export function SideDrawer({ onClose, ...props }: Omit<DrawerProps, 'opened'>) {
  const common = useMessages('common')
  const drawer = useRef<HTMLDivElement>(null)
  useFocusReturn()
  // A dialog above may be closed and gone by the same key press, so that where the key was pressed counts, not what is open.
  const closeOnEscape = ({ key, target, isComposing }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || !(target instanceof Element) || target.getAttribute('data-mantine-stop-propagation') === 'true') return
    const dialog = target.closest('[role=dialog]')
    if (dialog ? drawer.current?.contains(dialog) : document.querySelectorAll('[role=dialog][aria-modal=true]').length < 2) onClose()
  }
  useWindowEvent('keydown', closeOnEscape, { capture: true })
  return (
    <Drawer
      ref={drawer}
      opened
      position="right"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': common('close') }}
      closeOnEscape={false}
      onClose={onClose}
      {...props}
    />
  )
}
