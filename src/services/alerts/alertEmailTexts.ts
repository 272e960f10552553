import type { Alert } from '../../generated/prisma/client.ts'
import type { AlertKind } from '../../inputs/alerts.ts'
import { settings } from '../../kernel/config/settings.ts'
import type { RecipientLinks } from './alertRecipientLinks.ts'
import { toText } from './alertTexts.ts'

/** Subjects are fixed: they contain no customer text. */
const SUBJECTS: Record<AlertKind, string> = {
  low_balance: 'The balance is low',
  zero_balance: 'The wallet is empty',
  failure_rate: 'Many calls are failing',
  webhook_failing: 'Webhook deliveries are failing',
  budget_reached: 'A campaign has used its budget',
  campaign_paused: 'A campaign was paused',
  number_unhealthy: 'Few calls from a phone number reach a person',
  number_setup_failed: 'A phone number needs attention',
  carrier_failing: 'A carrier rejects your account',
  opt_outs_heard: 'Contacts opted out on calls',
  rules_changed: 'Rules of law changed for running campaigns',
}

/** Composes the email about an alert, as plain text and HTML. */
export function composeAlert(alert: Alert, workspace: string, links: Pick<RecipientLinks, 'unsubscribe'>) {
  const { title, message, path } = toText(alert)
  const over = alert.clearedAt && `Resolved at ${alert.clearedAt.toISOString()}.`
  const lines = [title, message, ...(over ? [over] : []), `Detected at ${alert.raisedAt.toISOString()}.`]
  return compose({
    subject: `[Callwright] ${SUBJECTS[alert.type as AlertKind] ?? 'A new alert'}`,
    lines,
    link: { url: `${settings.publicUrl}${path}`, words: 'Open in Callwright' },
    why: `You receive this email because you confirmed this address for alerts of ${toDisplayName(workspace, alert.workspaceId)}.`,
    unsubscribe: links.unsubscribe,
  })
}

/** Composes the email that asks an address for confirmation. The only customer text is the workspace's name, in the body. */
export const composeConfirmation = (workspace: string, links: RecipientLinks) =>
  compose({
    subject: '[Callwright] Confirm your email address for alerts',
    lines: [
      'Confirm your email address',
      `A member of ${toDisplayName(workspace)} asked Callwright to send alerts about calls and campaigns to this address. Confirm the address to receive them. The link works once and expires after 7 days.`,
      'If you did not expect this email, ignore it. You will not receive another one.',
    ],
    link: { url: links.confirm!, words: 'Confirm address' },
    why: 'You receive this email because your address was entered in the alert settings of a Callwright workspace.',
    unsubscribe: links.unsubscribe,
  })

const MAX_NAME_LENGTH = 60

/** Makes a workspace's name safe for strangers: one line, short, and nothing that a mail program would turn into a link. */
export function toDisplayName(name: string, id?: number): string {
  const line = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const isLink = /:\/\/|\bwww\.|@|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(line)
  if (line === '' || isLink) return id === undefined ? 'a workspace' : `workspace ${id}`
  return `the workspace "${line.length > MAX_NAME_LENGTH ? `${Array.from(line).slice(0, MAX_NAME_LENGTH).join('')}…` : line}"`
}

interface Parts {
  subject: string
  /** The first is the heading. */
  lines: string[]
  link: { url: string; words: string }
  why: string
  unsubscribe: string
}

const compose = ({ subject, lines, link, why, unsubscribe }: Parts) => ({
  subject,
  unsubscribe,
  text: `${[...lines, link.url].join('\n\n')}\n\n-- \n${why}\nUnsubscribe: ${unsubscribe}\n`,
  html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:40em">
<h2>${escapeHtml(lines[0]!)}</h2>
${lines
  .slice(1)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join('\n')}
<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.words)}</a></p>
<p style="color:#666;font-size:smaller">${escapeHtml(why)} <a href="${escapeHtml(unsubscribe)}">Unsubscribe</a></p>
</body></html>
`,
})

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)
