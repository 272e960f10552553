import { clipped, json, manyLines, oneLine, padded, width } from './text.ts'

interface Paint {
  strong: (text: string) => string
  faint: (text: string) => string
}

/** No column is wider than this unless there is room, and no table has one that would be narrower. */
const WIDEST = 40
const GAP = '  '

/** Rows under their names, as many columns as a terminal so wide can take; the first ones stay. */
export function tables(rows: object[], names: readonly string[], { strong, columns }: { strong: Paint['strong']; columns: number }): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => names.map((name) => cellOf((row as Record<string, unknown>)[name])))
  const isEmpty = names.map((_, at) => cells.every((row) => row[at] === ''))
  const widths = names.map((name, at) => Math.min(WIDEST, Math.max(width(name), ...cells.map((row) => width(row[at]!)))))
  const shown: number[] = []
  let taken = 0
  for (const [at, wide] of widths.entries()) {
    if (isEmpty[at]) continue
    if (shown.length > 0 && taken + wide > columns) break
    shown.push(at)
    taken += wide + GAP.length
  }
  const line = (row: readonly string[]) =>
    shown
      .map((at) => padded(clipped(row[at]!, widths[at]!), widths[at]!))
      .join(GAP)
      .trimEnd()
  return [strong(line(names.map((name) => name.toUpperCase()))), ...cells.map(line), ''].join('\n')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return oneLine(typeof value === 'string' ? value : json(value))
}

/** An object as lines of `name: value`, what lies within it indented. */
export function records(value: object, paint: Paint): string {
  return [...lines(value, '', paint), ''].join('\n')
}

function lines(value: object, indent: string, paint: Paint): string[] {
  return Object.entries(value).flatMap(([name, inside]) => {
    const label = `${indent}${paint.strong(`${oneLine(name)}:`)}`
    if (Array.isArray(inside)) return listed(inside, label, indent, paint)
    if (isObject(inside)) return Object.keys(inside).length === 0 ? [`${label} ${paint.faint('none')}`] : [label, ...lines(inside, `${indent}  `, paint)]
    return said(inside, label, indent, paint)
  })
}

function listed(items: unknown[], label: string, indent: string, paint: Paint): string[] {
  if (items.length === 0) return [`${label} ${paint.faint('none')}`]
  if (!items.some(isObject)) return [`${label} ${items.map(cellOf).join(', ')}`]
  const entries = items.map((item) => (isObject(item) ? lines(item, `${indent}    `, paint) : [`${indent}    ${cellOf(item)}`]))
  return [label, ...entries.flatMap(([first = '', ...others]) => [`${indent}  - ${first.trimStart()}`, ...others])]
}

function said(value: unknown, label: string, indent: string, { faint }: Paint): string[] {
  if (value === null || value === '') return [`${label} ${faint('–')}`]
  const [first = '', ...others] = typeof value === 'string' ? manyLines(value) : [json(value)]
  return others.length === 0 ? [`${label} ${first}`] : [label, ...[first, ...others].map((line) => `${indent}  ${line}`)]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
