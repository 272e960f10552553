/** Region codes that aren't countries with phone numbers. */
const NOT_COUNTRIES = new Set(['AQ', 'BV', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'GS', 'HM', 'IC', 'PN', 'QO', 'TF', 'UM', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Lists all countries by ISO 3166 code, named and sorted in a language. */
export function listCountries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code && !NOT_COUNTRIES.has(code)
  const toOption = (code: string) => {
    const label = isCurrent(code) ? names.of(code) : undefined
    return label ? [{ value: code, label }] : []
  }
  return LETTERS.flatMap((a) => LETTERS.flatMap((b) => toOption(a + b))).sort((a, b) => a.label.localeCompare(b.label, language))
}
