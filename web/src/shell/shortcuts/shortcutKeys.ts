import type { PlainPath } from '../../router/types.ts'

/** The letter after G that opens a page, the same in every language. */
export const PAGE_KEYS = {
  '/': 'o',
  '/live': 'l',
  '/campaigns': 'c',
  '/calls': 'h',
  '/messages': 'm',
  '/agents': 'a',
  '/knowledge': 'k',
  '/numbers': 'n',
  '/dnc': 'd',
  '/reports': 'e',
  '/billing': 'b',
  '/webhooks': 'w',
  '/settings': 's',
} as const satisfies Partial<Record<PlainPath, string>>

/** The page that a letter after G opens. */
export const pageOf = (key: string) => (Object.keys(PAGE_KEYS) as (keyof typeof PAGE_KEYS)[]).find((path) => PAGE_KEYS[path] === key)

/** Where the browser keeps whether a person uses single keys: `false` if not. */
export const settingKey = (viewerId: string) => `callwright.shortcuts.${viewerId}`
