/** A section of a document. The text before the first heading has an empty one. */
export interface Section {
  heading: string
  /** Lines without Markdown. */
  text: string
}

export interface DocumentText {
  /** The first heading if the document begins with one, otherwise `null`. */
  title: string | null
  sections: Section[]
  /** The whole text without the title, as one line. */
  plain: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/
const TABLE_RULE = /^[\s|:-]+$/
const UNDERLINE = /^ {0,3}(=+|-{3,})\s*$/

/**
 * Extracts the text of Markdown. Code stays unchanged. Reads each line once, so that it takes linear time for any uploaded document.
 */
export function readMarkdown(markdown: string): DocumentText {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let title: string | null = null
  let fence: string | null = null
  const isBlank = () => title === null && sections.length === 1 && sections[0]!.lines.length === 0
  for (const line of removeFrontMatter(markdown).split(/\r\n|\r|\n/)) {
    const opening = FENCE.exec(line)?.[1]
    if (fence !== null) {
      if (opening?.startsWith(fence) && line.trim() === opening) fence = null
      else sections.at(-1)!.lines.push(line)
      continue
    }
    if (opening) {
      fence = opening
      continue
    }
    const heading = HEADING.exec(line)?.[1]
    if (heading !== undefined) {
      const words = stripInlineMarkup(heading.replace(/[ \t]#+[ \t]*$/, ''))
      if (isBlank()) title = words
      else sections.push({ heading: words, lines: [] })
    } else if (line.trim() !== '' && !UNDERLINE.test(line) && !(line.includes('-') && TABLE_RULE.test(line)))
      sections.at(-1)!.lines.push(stripInlineMarkup(stripBlockMarkers(line)))
  }
  const parsedSections = sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
  const plain = parsedSections.flatMap(({ heading, text }) => [heading, text])
  return { title, sections: parsedSections.filter(({ heading, text }) => heading || text), plain: toOneLine(plain.join(' ')) }
}

/** Removes front matter. */
const removeFrontMatter = (markdown: string) => {
  if (!markdown.startsWith('---\n')) return markdown
  const end = markdown.indexOf('\n---\n', 3)
  return end < 0 ? markdown : markdown.slice(end + 5)
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Removes the markers of quotations, list items and table rows from a line. */
const stripBlockMarkers = (line: string) => {
  const bare = line
    .replace(/^[\s>]+/, '')
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, '')
    .replace(/^\[[ xX]\][ \t]+/, '')
  return bare.startsWith('|') ? bare.replace(/(?<!\\)\|/g, ' ').replaceAll('\\|', '|') : bare
}

/** Removes inline Markdown except from code between backticks. */
const stripInlineMarkup = (line: string) =>
  toOneLine(
    line
      .split(/`{1,3}/)
      .map((part, at) => (at % 2 === 0 ? stripProseMarkup(part) : part))
      .join(''),
  )

const stripProseMarkup = (text: string) =>
  text
    .replace(/!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,1000}(?:\s"[^"]{0,300}")?\)|\[[^[\]]{0,200}\])?/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,500}>/g, ' ')
    .replace(/<!--.{0,1000}?-->/g, ' ')
    .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
