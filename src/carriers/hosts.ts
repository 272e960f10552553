let baseUrl: string | null = null

/**
 * Says where carriers are: null for the internet, or an address under which each of their hosts is found by its name, as
 * `http://127.0.0.1:5000/carriers/api.twilio.com`. The composition root's to call.
 */
export function useCarrierHosts(url: string | null) {
  baseUrl = url
}

/** The address of a carrier's host, without a slash at the end. */
export const hostUrl = (host: string) => (baseUrl === null ? `https://${host}` : `${baseUrl}/${host}`)
