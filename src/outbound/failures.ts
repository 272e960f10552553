/** The address is in a network that customer requests must not reach. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
  readonly code = 'BLOCKED'
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
  readonly code = 'TIMEOUT'
}

const DESCRIPTIONS: [RegExp, string][] = [
  [/^BLOCKED$/, 'the address is private or local'],
  [/^TIMEOUT$/, 'timed out'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'the host name could not be resolved'],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'the host is unreachable'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_SOCKET_CLOSED)$/, 'the connection was lost'],
  [/^HPE_/, 'the response is not HTTP'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/, 'the TLS certificate or handshake failed'],
]

/** Describes a failed connection for customers, with the system's code unless the text is specific. */
export function describeFailure(error: Error & { code?: string }): string {
  const code = error.code ?? error.name
  const description = DESCRIPTIONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'the request failed'
  return /^(BLOCKED|TIMEOUT)$/.test(code) ? description : `${description} (${code})`
}
