/** An exchange failed. `code` is BLOCKED, ABORT_ERR (no response in time), TOO_LARGE, UNREADABLE, or the system's code. */
export class ExchangeError extends Error {
  override readonly name: string = 'ExchangeError'
  /** Whether any part of the request may have reached the other side. */
  readonly sent: boolean
  readonly code: string | undefined
  constructor(sent: boolean, { message, code }: { message: string; code?: unknown }) {
    super(message)
    this.sent = sent
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** The address is in a network that customers' requests must not reach. */
export class BlockedAddressError extends ExchangeError {
  override readonly name = 'BlockedAddressError'
  constructor() {
    super(false, { message: 'the address is private or local', code: 'BLOCKED' })
  }
}

const errorWithCode = (message: string, code: string) => Object.assign(new Error(message), { code })

export const timeoutError = () => errorWithCode('no response in time', 'ABORT_ERR')
export const tooLargeError = () => errorWithCode('the response is too large', 'TOO_LARGE')
export const connectionLostError = () => errorWithCode('the connection was lost', 'ECONNRESET')

const DESCRIPTIONS: [RegExp, string][] = [
  [/^BLOCKED$/, 'the address is private or local'],
  [/^ABORT_ERR$/, 'timed out'],
  [/^TOO_LARGE$/, 'the response is too large'],
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'the host name could not be resolved'],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/, 'the host is unreachable'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_SOCKET_CLOSED|ERR_STREAM_PREMATURE_CLOSE)$/, 'the connection was lost'],
  [/^HPE_/, 'the response is not HTTP'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/, 'the TLS certificate or handshake failed'],
]

/** Describes a failed exchange for customers, with the system's code unless the text is specific. */
export function describeFailure({ code = 'Error' }: ExchangeError): string {
  const description = DESCRIPTIONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'the request failed'
  return /^(BLOCKED|ABORT_ERR|TOO_LARGE)$/.test(code) ? description : `${description} (${code})`
}
