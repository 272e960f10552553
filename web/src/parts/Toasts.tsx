import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Container of toasts. */
export function Toasts() {
  return <Notifications position="bottom-right" />
}
