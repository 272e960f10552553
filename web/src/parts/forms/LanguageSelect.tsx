import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { LanguageTag } from '../../../../src/inputs/agents.ts'
import { useFormat } from '../../format.ts'
import { SPOKEN_LANGUAGES } from './agentChoices.ts'

/** Selects a spoken language. Unlisted ones can be entered as a tag. */
export function LanguageSelect({ value, ...props }: SelectProps) {
  const { language: nameOf } = useFormat()
  const [query, setQuery] = useState('')
  const others = [value, query.trim()].filter((tag): tag is string => !!tag && !SPOKEN_LANGUAGES.includes(tag) && isTag(tag))
  const tags = [...new Set([...SPOKEN_LANGUAGES, ...others])]
  const data = tags.map((tag) => ({ value: tag, label: `${nameOf(tag)} · ${tag}` }))
  return <Select searchable allowDeselect={false} maxDropdownHeight={280} {...props} value={value} data={data} searchValue={query} onSearchChange={setQuery} />
}

/** Whether a search text is a tag such as `sw-KE`, rather than part of a name. */
const isTag = (text: string) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})+$/.test(text) && LanguageTag.safeParse(text).success
