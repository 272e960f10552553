import { Notifications } from '@mantine/notifications'

/** Where notifications appear; fetched after the page, since nothing is told at once. */
export function Toasts() {
  return <Notifications position="bottom-right" />
}
