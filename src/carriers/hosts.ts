import { perServer } from '../kernel/serverState.ts'

/**
 * Where requests to carriers go: null for the internet, or a base URL with a path for each host, as in
 * `http://127.0.0.1:5000/carriers/api.twilio.com`. Set at startup.
 */
export const carrierHosts = perServer<string | null>(() => null)

/** Returns the URL of a carrier's host, without a trailing slash. */
export const hostUrl = (host: string) => (carrierHosts() === null ? `https://${host}` : `${carrierHosts()}/${host}`)
