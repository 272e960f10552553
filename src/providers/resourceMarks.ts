/**
 * Everything we create at a provider has a mark derived from a random tag that only our database knows. Resources without a mark, or with another
 * one, belong to another user of the account. We never use, change or delete those.
 */
export const shortMarkOf = (tag: string) => `cw-${tag.replaceAll('-', '').slice(0, 12)}`
/** The mark as it appears in names. */
export const markOf = (tag: string) => `[${shortMarkOf(tag)}]`

/** Whether the name has the mark of this tag. */
export const isNamedWith = (name: string | null, tag: string) => name?.endsWith(markOf(tag)) ?? false

/** Returns a readable name that ends with the mark. With `maxLength`, truncates only the readable part. */
export function nameWithTag(name: string, tag: string, maxLength = Infinity): string {
  const readable = name.slice(0, Math.max(0, maxLength - markOf(tag).length - 1)).replace(/[\uD800-\uDBFF]$/, '')
  return `${readable} ${markOf(tag)}`
}

const isMarked = (name: string | null) => /\[cw-[0-9a-f]{12}\]$/.test(name ?? '')

/** A number as returned by the provider. */
interface ProviderNumber {
  name: string | null
  /** Webhook that the provider asks for the agent of an inbound call. */
  webhookUrl: string | null
}

/**
 * Whether we imported a number, so that it has the mark. Numbers imported before marks existed have no mark. Their ID is stored, and their
 * webhook still points to us.
 */
export const isOwnNumber = ({ name, webhookUrl }: ProviderNumber, number: { tag: string; providerNumberId: string | null }, ourWebhookUrl: string) =>
  isNamedWith(name, number.tag) ||
  (number.providerNumberId !== null && !isMarked(name) && webhookUrl !== null && webhookUrl.startsWith(inboundPrefixOf(ourWebhookUrl)))

/** Returns the common prefix of the webhook URLs of this server. */
function inboundPrefixOf(webhookUrl: string): string {
  const index = webhookUrl.indexOf('/inbound/')
  return index < 0 ? webhookUrl : webhookUrl.slice(0, index + '/inbound/'.length)
}
