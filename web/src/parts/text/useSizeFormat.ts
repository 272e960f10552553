import { useMemo } from 'react'
import { useLanguage } from '../../languages.ts'

/** Returns a formatter of text sizes: bytes, thousands or millions of them. */
export function useSizeFormat() {
  const language = useLanguage()
  return useMemo(() => {
    const as = (unit: string, unitDisplay: 'short' | 'long' = 'short') =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
    const [bytes, kilobytes, megabytes] = [as('byte', 'long'), as('kilobyte'), as('megabyte')]
    return (count: number) => (count < 1024 ? bytes.format(count) : count < 1024 ** 2 ? kilobytes.format(count / 1024) : megabytes.format(count / 1024 ** 2))
  }, [language])
}
