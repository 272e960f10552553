import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { LanguageTag } from '../../../src/inputs/agents.ts'
import { useLanguage } from '../languages.ts'
import { SPOKEN } from './agentChoices.ts'

/** What a language is called, in the language of the dashboard; its tag where it has no name. */
export function useLanguageName() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return (tag: string) => {
      try {
        return names.of(tag) ?? tag
      } catch {
        return tag
      }
    }
  }, [language])
}

/** Chooses the language that is spoken; one that is not listed can be written as its tag. */
export function LanguageSelect({ value, ...props }: SelectProps) {
  const nameOf = useLanguageName()
  const [searched, search] = useState('')
  const others = [value, searched.trim()].filter((tag): tag is string => !!tag && !SPOKEN.includes(tag) && isTag(tag))
  const tags = [...new Set([...SPOKEN, ...others])]
  const data = tags.map((tag) => ({ value: tag, label: `${nameOf(tag)} · ${tag}` }))
  return <Select searchable allowDeselect={false} maxDropdownHeight={280} {...props} value={value} data={data} searchValue={searched} onSearchChange={search} />
}

/** Tags such as `sw-KE`, and not whatever somebody types to search for a name. */
const isTag = (text: string) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})+$/.test(text) && LanguageTag.safeParse(text).success
