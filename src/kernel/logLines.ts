const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** Converts a line of the log for people: time of day, level, message and facts, then the stack of an error. Text that isn't JSON stays as it is. */
export function toTerminalLine(line: string): string {
  const entry = parse(line)
  if (!entry) return line
  const { level, time, msg, err, ...facts } = entry
  const { stack, message = stack, ...errorFacts } = (err ?? {}) as Record<string, unknown>
  const parts = [
    typeof time === 'string' ? new Date(time).toTimeString().slice(0, 8) : null,
    LEVELS[level as number] ?? 'info',
    toText(msg ?? message),
    ...Object.entries({ ...facts, ...(err ? errorFacts : {}) }).map(([name, value]) => `${name}=${toText(value)}`),
  ]
  return `${parts.filter((part) => part != null).join('  ')}\n${typeof stack === 'string' ? `${stack}\n` : ''}`
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function parse(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return null
  }
}
