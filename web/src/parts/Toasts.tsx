import { Notifications } from '@mantine/notifications'

/** Container of toasts. Loaded after the page, since none are shown at first. */
export function Toasts() {
  return <Notifications position="bottom-right" />
}
