import { version } from '../kernel/config/version.ts'

/** How webhooks introduce themselves. */
export const USER_AGENT = `Callwright-Webhooks/${version}`
