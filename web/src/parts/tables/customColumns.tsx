import { customNameOf, MAX_CUSTOM_COLUMNS } from '../../../../src/inputs/customColumns.ts'
import type { Column } from './DataTable.tsx'
import type { TableLayout } from './tableLayout.ts'

const MAX_SHOWN = 300

/** Returns the columns of custom fields that a person has chosen. Their names and values are a customer's text. */
export const customColumns = <Row,>({ layout }: TableLayout, prefix: string, valuesOf: (row: Row) => unknown): Column<Row>[] =>
  (layout.visible ?? [])
    .flatMap((key) => {
      const name = customNameOf(key, prefix)
      return name === null
        ? []
        : [{ key, header: name, width: 'minmax(120px, 1fr)', isOptional: true, cell: (row: Row) => <bdi>{toText(valuesOf(row), name)}</bdi> }]
    })
    .slice(0, MAX_CUSTOM_COLUMNS)

function toText(values: unknown, name: string): string {
  const value: unknown = values && Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : null
  if (value === null || value === '') return '–'
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN)
}
