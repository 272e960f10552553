import { useMemo } from 'react'
import { useFormat } from '../../format.ts'
import { useWords } from '../../messages.ts'
import { listCountries } from '../forms/countries.ts'

/** Names in the price list that aren't those of a country in English. */
const OTHER_NAMES: Record<string, string[]> = { 'United States and Canada': ['US', 'CA'], 'Hong Kong': ['HK'], Turkey: ['TR'] }
const ELSEWHERE = 'Anywhere else'
const MOBILE = ', mobile'

/** Returns the name of a destination in the dashboard's language. Names that the server's administrator chose stay as they are. */
export function useDestinationName(): (name: string) => string {
  const word = useWords()
  const format = useFormat()
  return useMemo(() => {
    const codes = new Map(listCountries('en').map(({ value, label }) => [label, [value]]))
    return (name) => {
      if (name === ELSEWHERE) return word('destination', 'elsewhere')
      const isMobile = name.endsWith(MOBILE)
      const place = isMobile ? name.slice(0, -MOBILE.length) : name
      const countries = OTHER_NAMES[place] ?? codes.get(place)
      if (!countries) return name
      const translated = format.list(countries.map(format.country))
      return isMobile ? `${translated}, ${word('destination', 'mobile')}` : translated
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with the format's language
  }, [format])
}
