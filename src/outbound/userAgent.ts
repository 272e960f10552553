import { version } from '../version.ts'

/** How webhooks introduce themselves. */
export const USER_AGENT = `Callwright-Webhooks/${version}`
