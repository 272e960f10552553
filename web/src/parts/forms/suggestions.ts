import type { OptionsFilter } from '@mantine/core'

/** Filter of an `Autocomplete`: shows every suggestion while the text is one of them, so that an open list is never only what is chosen already. */
export const filterSuggestions: OptionsFilter = ({ options, search }) => {
  const text = search.trim().toLowerCase()
  const suggestions = options.flatMap((option) => ('value' in option ? [option] : []))
  return suggestions.some(({ value }) => value === search) ? options : suggestions.filter(({ value }) => value.toLowerCase().includes(text))
}
