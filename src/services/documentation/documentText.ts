/** A stretch of a document under one heading; that before the first heading has none. */
export interface Section {
  heading: string
  /** Without Markdown: lines of words. */
  text: string
}

export interface DocumentText {
  /** The first heading, where the document begins with one. */
  title: string | null
  sections: Section[]
  /** All of it but the title, as one line of words. */
  plain: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/
const TABLE_RULE = /^[\s|:-]+$/
const UNDERLINE = /^ {0,3}(=+|-{3,})\s*$/

/**
 * What a Markdown text says, without the signs. Code stays as it is written. It reads each line once, whatever is in it:
 * documents are whatever somebody uploads.
 */
export function readMarkdown(markdown: string): DocumentText {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let title: string | null = null
  let fence: string | null = null
  const isBlank = () => title === null && sections.length === 1 && sections[0]!.lines.length === 0
  for (const line of withoutFront(markdown).split(/\r\n|\r|\n/)) {
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
      const words = inline(heading.replace(/[ \t]#+[ \t]*$/, ''))
      if (isBlank()) title = words
      else sections.push({ heading: words, lines: [] })
    } else if (line.trim() !== '' && !UNDERLINE.test(line) && !(line.includes('-') && TABLE_RULE.test(line))) sections.at(-1)!.lines.push(inline(block(line)))
  }
  const read = sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
  const plain = read.flatMap(({ heading, text }) => [heading, text])
  return { title, sections: read.filter(({ heading, text }) => heading || text), plain: oneLine(plain.join(' ')) }
}

/** Settings that some tools keep before a text. */
const withoutFront = (markdown: string) => {
  if (!markdown.startsWith('---\n')) return markdown
  const end = markdown.indexOf('\n---\n', 3)
  return end < 0 ? markdown : markdown.slice(end + 5)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A line without what makes it a quotation, an item of a list or a row of a table. */
const block = (line: string) => {
  const bare = line
    .replace(/^[\s>]+/, '')
    .replace(/^(?:[-*+]|\d{1,9}[.)])[ \t]+/, '')
    .replace(/^\[[ xX]\][ \t]+/, '')
  return bare.startsWith('|') ? bare.replace(/(?<!\\)\|/g, ' ').replaceAll('\\|', '|') : bare
}

/** Text between backticks is code, and stays; the rest loses its signs. */
const inline = (line: string) =>
  oneLine(
    line
      .split(/`{1,3}/)
      .map((part, at) => (at % 2 === 0 ? prose(part) : part))
      .join(''),
  )

const prose = (text: string) =>
  text
    .replace(/!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,1000}(?:\s"[^"]{0,300}")?\)|\[[^[\]]{0,200}\])?/g, '$1')
    .replace(/<\/?[a-zA-Z][^<>]{0,500}>/g, ' ')
    .replace(/<!--.{0,1000}?-->/g, ' ')
    .replace(/(?<![\p{L}\p{N}])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replace(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name]!)

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }
