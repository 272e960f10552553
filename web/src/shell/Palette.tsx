import { useRouter } from '@tanstack/react-router'
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { BookOpen, Bot, CornerDownLeft, Megaphone, Phone, Plus, Search, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { documentationLanguage, useLanguage } from '../languages.ts'
import { useMessages } from '../messages.ts'
import { AgentChoicesDocument, CampaignChoicesDocument } from '../parts/pickers.gql.ts'
import { useCan } from '../parts/viewer.tsx'
import { useGroups } from './Navigation.tsx'
import { PaletteSearchDocument } from './Palette.gql.ts'

/** Something the palette offers: what it is called, and the address it leads to. */
interface Offer {
  label: string
  about?: string
  href: string
  icon: LucideIcon
}

const [store, spotlight] = createSpotlight()
/** Shorter words are not searched for. */
const MIN_LENGTH = 2
const SHOWN = 6

/** Everything that can be gone to or begun, by a few letters of its name, with the documentation's answers below. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useMessages('shell')
  const router = useRouter()
  const [query, ask] = useState('')
  useEffect(() => spotlight.open(), [])
  const found = useOffers(query)
  const go = (href: string) => void router.navigate({ href })
  // What comes after the last letter was typed is not marked; Enter takes the first of it all the same.
  const takeFirst = ({ key, currentTarget }: KeyboardEvent) => {
    const [first] = found.flatMap(({ offers }) => offers)
    if (key !== 'Enter' || !first || currentTarget.closest('section')?.querySelector('[data-action][data-selected]')) return
    go(first.href)
    spotlight.close()
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={ask}
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
        onKeyDown={takeFirst}
      />
      <Spotlight.ActionsList>
        {found.map(({ name, offers }) => (
          <Spotlight.ActionsGroup key={name} label={name}>
            {offers.map(({ label, about, href, icon: Icon }) => (
              <Spotlight.Action key={href} label={label} description={about} leftSection={<Icon size={18} aria-hidden />} onClick={() => go(href)} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {found.length === 0 && <Spotlight.Empty>{t('paletteEmpty')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function useOffers(query: string): { name: string; offers: Offer[] }[] {
  const t = useMessages('shell')
  const things = useThings()
  const groups = [
    { name: t('paletteJump'), offers: useJumps(query) },
    { name: t('palettePages'), offers: matching(usePlaces(), query) },
    { name: t('paletteYours'), offers: query.trim() ? matching(things, query) : [] },
    { name: t('documentation'), offers: useDocumentation(query) },
  ]
  return groups.filter(({ offers }) => offers.length > 0)
}

function matching(offers: Offer[], query: string): Offer[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = offers.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
  return words.length ? found.slice(0, SHOWN) : found
}

/** A phone number or an id leads where it is most likely meant to. */
function useJumps(query: string): Offer[] {
  const t = useMessages('shell')
  const given = query.trim()
  if (/^\+\d{7,15}$/.test(given))
    return [
      { label: t('paletteCallsOf', { number: given }), href: `/calls?number=${encodeURIComponent(given)}`, icon: Phone },
      { label: t('paletteDncOf', { number: given }), href: `/dnc?number=${encodeURIComponent(given)}`, icon: CornerDownLeft },
    ]
  return /^\d{1,10}$/.test(given) ? [{ label: t('paletteCall', { id: given }), href: `/calls?call=${given}`, icon: Phone }] : []
}

function usePlaces(): Offer[] {
  const t = useMessages('shell')
  const pages = useGroups().flatMap(({ entries }) => entries.map(({ to, name, icon }) => ({ label: t(name), href: String(to), icon })))
  const begun = [
    { label: t('paletteNewAgent'), href: '/agents/new', icon: Plus, isAllowed: useCan('agents:write') },
    { label: t('paletteNewCampaign'), href: '/campaigns/new', icon: Plus, isAllowed: useCan('campaigns:write') },
  ]
  return [...pages, ...begun.filter(({ isAllowed }) => isAllowed)]
}

function useThings(): Offer[] {
  const [{ data: agents }] = useQuery({ query: AgentChoicesDocument })
  const [{ data: campaigns }] = useQuery({ query: CampaignChoicesDocument })
  return [
    ...(agents?.agents.nodes ?? []).map(({ id, name }) => ({ label: name, href: `/agents/${id}`, icon: Bot })),
    ...(campaigns?.campaigns.nodes ?? []).map(({ id, name }) => ({ label: name, href: `/campaigns/${id}`, icon: Megaphone })),
  ]
}

function useDocumentation(query: string): Offer[] {
  const locale = documentationLanguage(useLanguage())
  const [q] = useDebouncedValue(query.trim(), 200)
  const [{ data }] = useQuery({ query: PaletteSearchDocument, variables: { q, locale }, pause: q.length < MIN_LENGTH })
  if (query.trim().length < MIN_LENGTH) return []
  return (data?.documentSearch ?? []).slice(0, SHOWN).map(({ title, snippet, url }) => ({ label: title, about: snippet, href: url, icon: BookOpen }))
}
