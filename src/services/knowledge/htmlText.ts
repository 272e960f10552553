const BLOCKS = toSet('p div br hr li ul ol dl dt dd tr table h1 h2 h3 h4 h5 h6 section article header footer main nav blockquote pre form')
const CELLS = toSet('td th')
/** Elements whose content is not displayed. */
const HIDDEN = toSet('script style template noscript head')
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', euro: '€', ndash: '–', mdash: '—', hellip: '…' }

function toSet(list: string): Set<string> {
  return new Set(list.split(' '))
}

/**
 * Extracts the visible text of a page: no scripts, styles or tags, one line per block. Runs in linear time for any input. An
 * unclosed comment, tag or script hides the rest, as in a browser.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = []
  for (let at = 0; at < html.length;) {
    const sign = html.indexOf('<', at)
    const until = sign < 0 ? html.length : sign
    if (until > at) parts.push(decodeEntities(html.slice(at, until)))
    if (sign < 0) break
    const tag = tagAt(html, sign)
    if (!tag) parts.push('<')
    else if (BLOCKS.has(tag.name)) parts.push('\n')
    else if (CELLS.has(tag.name)) parts.push(' ')
    at = !tag ? sign + 1 : tag.isOpening && HIDDEN.has(tag.name) ? endOfElement(html, tag.name, tag.end) : tag.end
  }
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

interface Tag {
  /** Empty for a comment, a doctype or a processing instruction. */
  name: string
  isOpening: boolean
  /** The index after the tag. */
  end: number
}

/** Reads the tag or comment at the index. Returns null if the `<` is text. */
function tagAt(html: string, at: number): Tag | null {
  if (html.startsWith('<!--', at)) return { name: '', isOpening: false, end: indexAfter(html, '-->', at + 4) }
  if (html[at + 1] === '!' || html[at + 1] === '?') return { name: '', isOpening: false, end: indexAfter(html, '>', at + 2) }
  const isOpening = html[at + 1] !== '/'
  const from = at + (isOpening ? 1 : 2)
  if (!isLetter(html.charCodeAt(from))) return null
  const [name, end] = nameAt(html, from)
  return { name, isOpening, end: endOfTag(html, end) }
}

/** The longest name that matters here has ten letters. */
const MAX_NAME_LENGTH = 16

function nameAt(html: string, from: number): [name: string, end: number] {
  let end = from
  while (end - from < MAX_NAME_LENGTH && /[a-z0-9]/i.test(html[end] ?? '')) end++
  return [html.slice(from, end).toLowerCase(), end]
}

/** Returns the index after the tag's `>`. Skips quoted attribute values. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at++) {
    const sign = html[at]!
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '>') return at + 1
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign
  }
  return html.length
}

const indexAfter = (html: string, what: string, from: number) => {
  const index = html.indexOf(what, from)
  return index < 0 ? html.length : index + what.length
}

/** Returns the index after the element's closing tag. */
function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  const match = closing.exec(html)
  return match ? endOfTag(html, match.index + match[0].length) : html.length
}

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

const decodeEntities = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/&(#x?[0-9a-f]{1,6}|\w{1,10});/gi, (entity, name: string) => characterOf(name) ?? entity)

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}
