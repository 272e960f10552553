import { useRouter } from '../router/index.ts'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { BookOpen, Bot, CornerDownLeft, Megaphone, Phone, Plus, Search, UserRound, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { documentationLanguage, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { AgentOptionsDocument, CampaignOptionsDocument } from '../parts/forms/pickers.gql.ts'
import { anchorOf } from '../parts/text/anchors.ts'
import { useFocusReturn } from '../parts/page/useFocusReturn.ts'
import { useCan } from '../parts/viewer.tsx'
import { useNavigationGroups } from './Navigation.tsx'
import { PaletteContactsDocument, PaletteSearchDocument } from './Palette.gql.ts'

/** An item of the palette with the URL it opens. */
interface PaletteItem {
  label: string
  about?: string
  href: string
  icon: LucideIcon
}

const [store, spotlight] = createSpotlight()
/** Minimum query length of the documentation search. */
const MIN_QUERY_LENGTH = 2
const MAX_ITEMS = 6

/** Command palette: pages, actions, contacts, agents and campaigns by name, and documentation search results. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const router = useRouter()
  const [query, setQuery] = useState('')
  useFocusReturn()
  useEffect(() => spotlight.open(), [])
  const groups = usePaletteGroups(query)
  const go = (href: string) => void router.navigate({ href }).then(focusPage)
  // Results that arrive after the last keystroke aren't selected. Enter opens the first one anyway.
  const openFirst = ({ key, currentTarget }: KeyboardEvent) => {
    const [first] = groups.flatMap(({ offers: items }) => items)
    if (key !== 'Enter' || !first || currentTarget.closest('section')?.querySelector('[data-action][data-selected]')) return
    go(first.href)
    spotlight.close()
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={480}
      attributes={{ content: { 'aria-label': t('searchHint') } }}
    >
      <Spotlight.Search
        placeholder={t('palettePlaceholder')}
        aria-label={t('searchHint')}
        leftSection={<Search size={18} aria-hidden />}
        onKeyDown={openFirst}
      />
      <Spotlight.ActionsList>
        {groups.map(({ name, offers }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {offers.map(({ label, about, href, icon: Icon }) => (
              <Spotlight.Action key={href} label={label} description={about} leftSection={<Icon size={18} aria-hidden />} onClick={() => go(href)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>{t('paletteEmpty')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Moves the focus to the page that was opened, unless the palette has been opened again since. */
function focusPage() {
  if (!store.getState().opened) document.getElementById('content')?.focus({ preventScroll: true })
}

function usePaletteGroups(query: string): { name: string; offers: PaletteItem[] }[] {
  const t = useMessages('shell')
  const things = useObjectItems()
  const groups = [
    { name: t('paletteJump'), offers: useNumberItems(query) },
    { name: t('palettePages'), offers: filterItems(usePageItems(), query) },
    { name: t('paletteContacts'), offers: useContactItems(query) },
    { name: t('paletteYours'), offers: query.trim() ? filterItems(things, query) : [] },
    { name: t('documentation'), offers: useDocumentationItems(query) },
  ]
  return groups.filter(({ offers }) => offers.length > 0)
}

function filterItems(offers: PaletteItem[], query: string): PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = offers.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  return words.length ? matches.slice(0, MAX_ITEMS) : matches
}

/** Items for a phone number or ID. */
function useNumberItems(query: string): PaletteItem[] {
  const t = useMessages('shell')
  const input = query.trim()
  if (/^\+\d{7,15}$/.test(input))
    return [
      { label: t('paletteCallsOf', { number: input }), href: `/calls?number=${encodeURIComponent(input)}`, icon: Phone },
      { label: t('paletteDncOf', { number: input }), href: `/dnc?number=${encodeURIComponent(input)}`, icon: CornerDownLeft },
    ]
  return /^\d{1,10}$/.test(input) ? [{ label: t('paletteCall', { id: input }), href: `/calls?call=${input}`, icon: Phone }] : []
}

function usePageItems(): PaletteItem[] {
  const t = useMessages('shell')
  const pages = useNavigationGroups().flatMap(({ entries }) => entries.map(({ to, name, icon }) => ({ label: t(name), href: String(to), icon })))
  const actions = [
    { label: t('paletteNewAgent'), href: '/agents/new', icon: Plus, isAllowed: useCan('agents:write') },
    { label: t('paletteNewCampaign'), href: '/campaigns/new', icon: Plus, isAllowed: useCan('campaigns:write') },
  ]
  return [...pages, ...actions.filter(({ isAllowed }) => isAllowed)]
}

function useObjectItems(): PaletteItem[] {
  const [{ data: agents }] = useQuery({ query: AgentOptionsDocument })
  const [{ data: campaigns }] = useQuery({ query: CampaignOptionsDocument })
  return [
    ...(agents?.agents.nodes ?? []).map(({ id, name }) => ({ label: name, href: `/agents/${id}`, icon: Bot })),
    ...(campaigns?.campaigns.nodes ?? []).map(({ id, name }) => ({ label: name, href: `/campaigns/${id}`, icon: Megaphone })),
  ]
}

/** Items for contacts, by a part of the name, number or external ID. */
function useContactItems(query: string): PaletteItem[] {
  const [text] = useDebouncedValue(query.trim(), 200)
  const canRead = useCan('leads:read')
  const isPaused = !canRead || text.length < MIN_QUERY_LENGTH
  const [{ data }] = useQuery({ query: PaletteContactsDocument, variables: { query: text }, pause: isPaused })
  if (isPaused || query.trim().length < MIN_QUERY_LENGTH) return []
  return (data?.contactSearch ?? []).slice(0, MAX_ITEMS).map(({ phoneNumber, name }) => ({
    label: name ?? phoneNumber,
    about: name ? phoneNumber : undefined,
    href: `/contacts/${phoneNumber}`,
    icon: UserRound,
  }))
}

function useDocumentationItems(query: string): PaletteItem[] {
  const locale = documentationLanguage(useLanguage())
  const [q] = useDebouncedValue(query.trim(), 200)
  const [{ data }] = useQuery({ query: PaletteSearchDocument, variables: { q, locale }, pause: q.length < MIN_QUERY_LENGTH })
  if (query.trim().length < MIN_QUERY_LENGTH) return []
  return (data?.documentSearch ?? [])
    .filter(({ language }) => language === locale)
    .slice(0, MAX_ITEMS)
    .map(({ title, passage, url }) => ({
      label: passage?.heading ? `${title} › ${passage.heading}` : title,
      about: passage?.text,
      href: passage?.heading ? `${url}#${encodeURIComponent(anchorOf(passage.heading))}` : url,
      icon: BookOpen,
    }))
}
