import { type PlainPath, useLocation } from '../router/index.ts'
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
  Scale,
  ShieldCheck,
  Users,
  Wallet,
  Webhook,
  Cable,
  type LucideIcon,
} from 'lucide-react'
import { type MessageKey, useMessages } from '../messages.ts'
import { PageLink } from '../parts/page/links.tsx'
import { useViewer } from '../parts/viewer.tsx'
import classes from './Navigation.module.css'

interface Entry {
  to: PlainPath
  name: MessageKey<'shell'>
  icon: LucideIcon
  /** Scope that shows the entry. */
  scope?: string
}

/** All pages in groups, for the navigation and the command palette. */
export const NAVIGATION_GROUPS: { name: MessageKey<'shell'>; entries: Entry[] }[] = [
  {
    name: 'groupCalling',
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
    name: 'groupSetup',
    entries: [
      { to: '/numbers', name: 'numbers', icon: Cable },
      { to: '/dnc', name: 'dnc', icon: PhoneOff },
      { to: '/compliance', name: 'compliance', icon: Scale },
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

/** Returns the groups with the pages that the user can open. */
export function useNavigationGroups() {
  const { scopes } = useViewer()
  return NAVIGATION_GROUPS.map((group) => ({ ...group, entries: group.entries.filter(({ scope }) => !scope || scopes.includes(scope)) }))
}

export function Navigation() {
  const t = useMessages('shell')
  const { pathname } = useLocation()
  return (
    <div className={classes.list}>
      {useNavigationGroups().map(({ name, entries }) => (
        <div key={name}>
          <div className={classes.group}>{t(name)}</div>
          {entries.map(({ to, name: label, icon: Icon }) => (
            <PageLink
              key={label}
              to={to}
              label={t(label)}
              icon={<Icon size={16} aria-hidden />}
              aria-current={pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)) ? 'page' : undefined}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
