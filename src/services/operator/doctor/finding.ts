/** What a check found, for the server administrator. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failure'
  /** What is the case, in a sentence. */
  text: string
  /** What to do about it. */
  advice?: string
}

/** Creates the findings of one check. */
export const findingsOf = (check: string) => ({
  ok: (text: string): Finding => ({ check, state: 'ok', text }),
  warning: (text: string, advice: string): Finding => ({ check, state: 'warning', text, advice }),
  failure: (text: string, advice: string): Finding => ({ check, state: 'failure', text, advice }),
})

/** Returns what an error says, without its stack, and of an error of OpenSSL only the reason. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ((error as { code?: string }).code ?? error.name) : String(error)
  const [, reason] = /error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):/.exec(text) ?? []
  return reason === undefined ? text : `TLS fails (${reason})`
}
