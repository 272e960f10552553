import { useFormat } from '../../format.ts'
import { useWords } from '../../messages.ts'

/** A destination of the price list. */
export interface Destination {
  name: string
  countries?: readonly string[] | null
  isMobile: boolean
}

/** Returns a function that names a destination in the dashboard's language. A name that the server administrator chose stays as it is. */
export function useDestinationName() {
  const word = useWords()
  const format = useFormat()
  return ({ name, countries, isMobile }: Destination): string => {
    if (!countries) return name
    if (countries.length === 0) return word('destination', 'elsewhere')
    const place = format.list(countries.map(format.country))
    return isMobile ? `${place}, ${word('destination', 'mobile')}` : place
  }
}
