/** Codes that the world's list of regions has and that are no country with phone numbers. */
const NO_COUNTRY = new Set(['AQ', 'BV', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'GS', 'HM', 'IC', 'PN', 'QO', 'TF', 'UM', 'UN', 'XA', 'XB', 'ZZ'])
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Every country by its ISO 3166 code, named in that language and sorted so. */
export function countriesIn(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code && !NO_COUNTRY.has(code)
  const named = (code: string) => {
    const label = isCurrent(code) ? names.of(code) : undefined
    return label ? [{ value: code, label }] : []
  }
  return LETTERS.flatMap((a) => LETTERS.flatMap((b) => named(a + b))).sort((a, b) => a.label.localeCompare(b.label, language))
}
