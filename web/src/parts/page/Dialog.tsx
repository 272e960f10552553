import { Modal, type ModalProps } from '@mantine/core'
import { useMessages } from '../../messages.ts'

/** The dialog of the dashboard: one question or one short form, in the middle of the window. What is longer is a `SideDrawer`. */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  const common = useMessages('common')
  return <Modal opened={opened} centered closeButtonProps={{ 'aria-label': common('close') }} {...props} />
}
