export const MICROS = 1_000_000n
export const CURRENCY = 'USD'

/** Formats micro-units as a decimal string with at least four decimals: 12340000n is "12.3400". */
export function formatMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const value = micros < 0n ? -micros : micros
  const decimals = String(value % MICROS)
    .padStart(6, '0')
    .replace(/0{1,2}$/, '')
  return `${sign}${value / MICROS}.${decimals}`
}

/** Parses a decimal string such as "12.34" to micro-units. Returns null if it is not an amount with at most six decimals. */
export function parseMicros(text: string): bigint | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const micros = BigInt(match[2]!) * MICROS + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] ? -micros : micros
}
