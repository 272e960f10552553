import { ActionIcon, Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { useOpening } from '../page/useOpening.ts'
import { type CustomColumns, CustomColumnChoices } from './CustomColumnChoices.tsx'
import { isVisible, orderColumns, type TableLayout } from './tableLayout.ts'

export interface ColumnMenuProps {
  columns: readonly { key: string; header: string; isOptional?: boolean }[]
  layout: TableLayout
  /** Custom fields that can be columns. */
  custom?: CustomColumns
}

/** The columns of a list, to be shown, hidden and moved. */
export function ColumnChoices({ columns, layout: { layout, change, reset }, custom }: ColumnMenuProps) {
  const t = useMessages('common')
  const [isOpen, setOpen] = useOpening()
  const [, ...ordered] = orderColumns(columns, layout)
  const visible = ordered.filter((column) => isVisible(column, layout)).map(({ key }) => key)
  const toggle = (key: string) => change({ visible: visible.includes(key) ? visible.filter((each) => each !== key) : [...visible, key] })
  const move = (from: number, to: number) => {
    const order = ordered.map(({ key }) => key)
    order.splice(to, 0, ...order.splice(from, 1))
    change({ order })
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={32} visibleFrom="sm" aria-label={t('columns')} onClick={() => setOpen(!isOpen)}>
          <Columns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap={6} maw={340} mah="min(560px, 70vh)" style={{ overflowY: 'auto' }}>
          {ordered.map(({ key, header }, index) => (
            <Group key={key} justify="space-between" wrap="nowrap" gap="lg">
              <Checkbox size="xs" label={<bdi>{header}</bdi>} checked={visible.includes(key)} onChange={() => toggle(key)} />
              <Group gap={2} wrap="nowrap">
                <MoveButton label={t('moveUp', { name: header })} isDisabled={index === 0} onClick={() => move(index, index - 1)} Icon={ChevronUp} />
                <MoveButton
                  label={t('moveDown', { name: header })}
                  isDisabled={index === ordered.length - 1}
                  onClick={() => move(index, index + 1)}
                  Icon={ChevronDown}
                />
              </Group>
            </Group>
          ))}
          {custom && <CustomColumnChoices {...custom} columns={columns.map(({ key }) => key)} onAdd={toggle} />}
          <Button variant="subtle" size="compact-xs" onClick={reset} disabled={Object.keys(layout).length === 0}>
            {t('resetColumns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function MoveButton({ label, isDisabled, onClick, Icon }: { label: string; isDisabled: boolean; onClick: () => void; Icon: typeof ChevronUp }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
