import { Box, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  BookOpen,
  Bot,
  FileDown,
  Gauge,
  History,
  KeyRound,
  Library,
  Megaphone,
  MessageSquare,
  PhoneOff,
  Phone,
  Settings,
  ShieldCheck,
  Users,
  Wallet,
  Webhook,
  Cable,
  type LucideIcon,
} from 'lucide-react'
import { type Key, useMessages } from '../messages.ts'
import { PageLink } from '../parts/links.tsx'
import { useViewer } from '../parts/viewer.tsx'

interface Entry {
  to: LinkProps['to']
  name: Key<'shell'>
  icon: LucideIcon
  /** Shown to those whose role has it. */
  scope?: string
}

/** What there is, in groups, as the navigation and the command palette offer it. */
export const GROUPS: { name: Key<'shell'>; entries: Entry[] }[] = [
  {
    name: 'groupWork',
    entries: [
      { to: '/', name: 'home', icon: Gauge },
      { to: '/live', name: 'live', icon: Activity },
      { to: '/campaigns', name: 'campaigns', icon: Megaphone },
      { to: '/calls', name: 'calls', icon: Phone },
      { to: '/messages', name: 'messages', icon: MessageSquare },
      { to: '/agents', name: 'agents', icon: Bot },
      { to: '/knowledge', name: 'knowledge', icon: Library },
    ],
  },
  {
    name: 'groupReach',
    entries: [
      { to: '/numbers', name: 'numbers', icon: Cable },
      { to: '/dnc', name: 'dnc', icon: PhoneOff },
      { to: '/reports', name: 'reports', icon: FileDown },
      { to: '/billing', name: 'billing', icon: Wallet },
    ],
  },
  {
    name: 'groupDevelopers',
    entries: [
      { to: '/keys', name: 'keys', icon: KeyRound },
      { to: '/webhooks', name: 'webhooks', icon: Webhook },
      { to: '/docs', name: 'documentation', icon: BookOpen },
    ],
  },
  {
    name: 'groupWorkspace',
    entries: [
      { to: '/members', name: 'members', icon: Users },
      { to: '/audit', name: 'audit', icon: History, scope: 'audit:read' },
      { to: '/privacy', name: 'privacy', icon: ShieldCheck, scope: 'privacy:write' },
      { to: '/settings', name: 'settings', icon: Settings },
    ],
  },
]

/** Those of them that the signed-in person may open. */
export function useGroups() {
  const { scopes } = useViewer()
  return GROUPS.map((group) => ({ ...group, entries: group.entries.filter(({ scope }) => !scope || scopes.includes(scope)) }))
}

export function Navigation() {
  const t = useMessages('shell')
  return (
    <Box p="xs" h="100%" style={{ overflowY: 'auto' }}>
      {useGroups().map(({ name, entries }) => (
        <div key={name}>
          <Text size="xs" fw={600} c="dimmed" px="sm" pt="sm" pb={4}>
            {t(name)}
          </Text>
          {entries.map(({ to, name: label, icon: Icon }) => (
            <PageLink
              key={label}
              to={to}
              label={t(label)}
              leftSection={<Icon size={18} aria-hidden />}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' } as object}
            />
          ))}
        </div>
      ))}
    </Box>
  )
}
