import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages.ts'
import { LazyMenu } from '../page/LazyMenu.tsx'
import type { Column } from './DataTable.tsx'
import { isVisible, orderColumns, type TableLayout } from './tableLayout.ts'

interface LazyExportProps {
  name: string
  /** The menu, which opens at once. */
  children: ReactNode
}

/** Button that exports a list. Its menu is rendered, and with it loaded, when it is first opened. */
export function LazyExport({ name, children }: LazyExportProps) {
  const t = useMessages('common')
  return (
    <LazyMenu menu={children}>
      {(open) => (
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} aria-label={t('exportOf', { name })} aria-haspopup="menu" onClick={open}>
          {t('export')}
        </Button>
      )}
    </LazyMenu>
  )
}

/** Returns the columns of an exported list: names, numbers and answers first, then what the table shows, in its order. */
export function toExportColumns(columns: readonly Pick<Column<never>, 'key' | 'header' | 'isOptional'>[], { layout }: TableLayout, answers: string) {
  const seen = orderColumns(columns, layout).filter((column, index) => index === 0 || isVisible(column, layout))
  const [first, ...others] = seen.toSorted((one, other) => Number(other.key === 'name') - Number(one.key === 'name'))
  const number = others.filter(({ key }) => key === 'number' || key === 'phone')
  const rest = others.filter((column) => !number.includes(column))
  return [...[first!, ...number].map(toColumn), { name: 'answers', title: answers }, ...rest.map(toColumn)]
}

const toColumn = ({ key, header }: { key: string; header: string }) => ({ name: key, title: header })
