import { clipped, json, manyLines, oneLine, padded, width } from './text.ts'

interface Paint {
  strong: (text: string) => string
  faint: (text: string) => string
}

/** Maximum width of a column, unless there is room. */
const MAX_COLUMN_WIDTH = 40
const GAP = '  '

/** Formats rows as a table with as many columns as fit. The first columns stay. */
export function formatTable(rows: object[], names: readonly string[], { strong, columns }: { strong: Paint['strong']; columns: number }): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name])))
  const isEmpty = names.map((_, at) => cells.every((row) => row[at] === ''))
  const widths = names.map((name, at) => Math.min(MAX_COLUMN_WIDTH, Math.max(width(name), ...cells.map((row) => width(row[at]!)))))
  const visibleColumns: number[] = []
  let usedWidth = 0
  for (const [at, columnWidth] of widths.entries()) {
    if (isEmpty[at]) continue
    if (visibleColumns.length > 0 && usedWidth + columnWidth > columns) break
    visibleColumns.push(at)
    usedWidth += columnWidth + GAP.length
  }
  const line = (row: readonly string[]) =>
    visibleColumns
      .map((at) => padded(clipped(row[at]!, widths[at]!), widths[at]!))
      .join(GAP)
      .trimEnd()
  return [strong(line(names.map((name) => name.toUpperCase()))), ...cells.map(line), ''].join('\n')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return oneLine(typeof value === 'string' ? value : json(value))
}

/** Formats an object as lines of `name: value`, with nested values indented. */
export function formatRecord(value: object, paint: Paint): string {
  return [...formatLines(value, '', paint), ''].join('\n')
}

function formatLines(value: object, indent: string, paint: Paint): string[] {
  return Object.entries(value).flatMap(([name, inside]) => {
    const label = `${indent}${paint.strong(`${oneLine(name)}:`)}`
    if (Array.isArray(inside)) return formatList(inside, label, indent, paint)
    if (isObject(inside)) return Object.keys(inside).length === 0 ? [`${label} ${paint.faint('none')}`] : [label, ...formatLines(inside, `${indent}  `, paint)]
    return formatValue(inside, label, indent, paint)
  })
}

function formatList(items: unknown[], label: string, indent: string, paint: Paint): string[] {
  if (items.length === 0) return [`${label} ${paint.faint('none')}`]
  if (!items.some(isObject)) return [`${label} ${items.map(cellOf).join(', ')}`]
  const entries = items.map((item) => (isObject(item) ? formatLines(item, `${indent}    `, paint) : [`${indent}    ${cellOf(item)}`]))
  return [label, ...entries.flatMap(([first = '', ...others]) => [`${indent}  - ${first.trimStart()}`, ...others])]
}

function formatValue(value: unknown, label: string, indent: string, { faint }: Paint): string[] {
  if (value === null || value === '') return [`${label} ${faint('–')}`]
  const [first = '', ...others] = typeof value === 'string' ? manyLines(value) : [json(value)]
  return others.length === 0 ? [`${label} ${first}`] : [label, ...[first, ...others].map((line) => `${indent}  ${line}`)]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
