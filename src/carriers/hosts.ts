let baseUrl: string | null = null

/**
 * Sets where requests to carriers go: null for the internet, or a base URL with a path for each host, as in
 * `http://127.0.0.1:5000/carriers/api.twilio.com`. Called at startup.
 */
export function useCarrierHosts(url: string | null) {
  baseUrl = url
}

/** Returns the URL of a carrier's host, without a trailing slash. */
export const hostUrl = (host: string) => (baseUrl === null ? `https://${host}` : `${baseUrl}/${host}`)
