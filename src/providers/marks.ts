/**
 * Everything made at a provider bears a mark made of a random tag that only our database knows. What bears none, or another one, is
 * somebody else's in the same account: it is neither used nor changed nor deleted.
 */
export const shortMark = (tag: string) => `cw-${tag.replaceAll('-', '').slice(0, 12)}`
export const mark = (tag: string) => `[${shortMark(tag)}]`

/** Whether that name was made with that tag. */
export const isNamedWith = (name: string | null, tag: string) => name?.endsWith(mark(tag)) ?? false

/** A name that people recognize and by which it is known whose the thing is. With `longest`, what people read is cut and the mark kept. */
export function nameWithTag(name: string, tag: string, longest = Infinity): string {
  const kept = name.slice(0, Math.max(0, longest - mark(tag).length - 1)).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept} ${mark(tag)}`
}

const isMarked = (name: string | null) => /\[cw-[0-9a-f]{12}\]$/.test(name ?? '')

/** A number as its provider shows it. */
interface Shown {
  name: string | null
  /** Where the provider asks who answers. */
  webhookUrl: string | null
}

/**
 * Whether a number at a provider is one that we brought there: it bears the mark. One without any mark may have been brought before
 * numbers were marked: then its id is known here, and the provider still asks us who answers.
 */
export const isOurs = ({ name, webhookUrl }: Shown, number: { tag: string; providerNumberId: string | null }, ourWebhookUrl: string) =>
  isNamedWith(name, number.tag) || (number.providerNumberId !== null && !isMarked(name) && webhookUrl !== null && webhookUrl.startsWith(doorOf(ourWebhookUrl)))

/** What all addresses for webhooks of this installation begin with. */
function doorOf(webhookUrl: string): string {
  const at = webhookUrl.indexOf('/inbound/')
  return at < 0 ? webhookUrl : webhookUrl.slice(0, at + '/inbound/'.length)
}
