import { version } from '../kernel/config/version.ts'

/** `User-Agent` of webhooks. */
export const USER_AGENT = `Callwright-Webhooks/${version}`
