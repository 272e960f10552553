import type { Lively } from '../kit/lively.ts'

/**
 * Every page of the dashboard, by the name of its picture: where it is, and a text, or the name of something, that shows that
 * it has come whole.
 */
export const addresses = ({
  callId,
  campaignId,
  draftCampaignId,
  importId,
  leadId,
  uploadedId,
}: Lively): Record<string, { path: string; shows: string | RegExp }> => ({
  document: { path: '/docs/en-US/campaigns', shows: 'Make a campaign' },
  documentation: { path: '/docs', shows: 'First steps' },
  'documentation-search': { path: '/docs?q=stop%20a%20campaign', shows: 'Campaigns' },
  home: { path: '/', shows: 'How far calls got' },
  'home-week': { path: '/?days=7', shows: 'The last 7 days' },
  audit: { path: '/audit', shows: 'Sign-in: created' },
  dnc: { path: '/dnc', shows: '+14155550142' },
  'dnc-checked': { path: '/dnc?number=%2B14155550142', shows: 'is on the list' },
  leads: { path: `/campaigns/${campaignId}?tab=leads`, shows: 'Lead 0 <i>' },
  'leads-import': { path: `/campaigns/${draftCampaignId}/import`, shows: 'Drop a file of leads here' },
  'leads-import-done': { path: `/campaigns/${campaignId}/import?import=${importId}`, shows: 'Rows that failed' },
  'leads-import-reading': { path: `/campaigns/${draftCampaignId}/import?import=${uploadedId}`, shows: 'Try without importing' },
  'leads-none': { path: `/campaigns/${campaignId}?tab=leads&search=nobody`, shows: 'Nothing matches' },
  'leads-open': { path: `/campaigns/${campaignId}?tab=leads&lead=${leadId}`, shows: 'Why is it called, or not?' },
  live: { path: '/live', shows: 'No call is under way' },
  'live-open': { path: `/live?call=${callId}`, shows: 'The call is over' },
  'live-place': { path: '/live?place=yes', shows: 'Number to call' },
  members: { path: '/members', shows: 'vera@example.com' },
  'members-add': { path: '/members?add=yes', shows: 'As other members see it' },
  notices: { path: '/notices', shows: 'The balance is low' },
  'notices-all': { path: '/notices?show=all', shows: 'The balance is low' },
  results: { path: `/campaigns/${campaignId}?tab=results`, shows: 'Outcome' },
  privacy: { path: '/privacy', shows: 'Texts, from when' },
  settings: { path: '/settings', shows: 'Calls at the same time' },
  'settings-about': { path: '/settings?tab=about', shows: 'This installation' },
  'settings-data': { path: '/settings?tab=data', shows: 'How long data is kept' },
  'settings-messaging': { path: '/settings?tab=messaging', shows: 'Answer to STOP' },
  'settings-notices': { path: '/settings?tab=notices', shows: 'Many calls fail' },
  keys: { path: '/keys', shows: 'Till <b>' },
  webhooks: { path: '/webhooks', shows: 'Call completed' },
})
