import type { Lively } from '../kit/lively.ts'

/**
 * Every page of the dashboard, by the name of its picture: where it is, and a text, or the name of something, that shows that
 * it has come whole.
 */
export const addresses = (_lively: Lively): Record<string, { path: string; shows: string | RegExp }> => ({
  document: { path: '/docs/en-US/campaigns', shows: 'Make a campaign' },
  documentation: { path: '/docs', shows: 'First steps' },
  'documentation-search': { path: '/docs?q=stop%20a%20campaign', shows: 'Campaigns' },
  home: { path: '/', shows: 'How far calls got' },
  'home-week': { path: '/?days=7', shows: 'The last 7 days' },
  dnc: { path: '/dnc', shows: '+14155550142' },
  'dnc-checked': { path: '/dnc?number=%2B14155550142', shows: 'is on the list' },
  members: { path: '/members', shows: 'vera@example.com' },
  'members-add': { path: '/members?add=yes', shows: 'As other members see it' },
  notices: { path: '/notices', shows: 'The balance is low' },
  'notices-all': { path: '/notices?show=all', shows: 'The balance is low' },
})
