import { Group, Input, NumberInput, Select } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../../messages.ts'

const MINUTES = { unitMinutes: 1, unitHours: 60, unitDays: 1440 } as const
type Unit = keyof typeof MINUTES
const UNITS = Object.keys(MINUTES) as Unit[]

interface DelayInputProps {
  label: string
  description: string
  /** In minutes; empty for the default. */
  value: string | number
  error?: ReactNode
  onChange: (minutes: string | number) => void
}

/** A delay in minutes, hours or days. Begins with the largest unit in which it is a whole number. */
export function DelayInput({ label, description, value, error, onChange }: DelayInputProps) {
  const t = useMessages('campaigns')
  const id = useId()
  const [chosen, setChosen] = useState<Unit>()
  const fits = (each: Unit) => Number(value) % MINUTES[each] === 0
  const unit = chosen && fits(chosen) ? chosen : UNITS.findLast(fits)!
  const amount = value === '' ? '' : Number(value) / MINUTES[unit]
  const choose = (other: Unit) => {
    setChosen(other)
    if (amount !== '') onChange(amount * MINUTES[other])
  }
  const enter = (entered: string | number) => {
    setChosen(unit)
    onChange(entered === '' ? '' : Number(entered) * MINUTES[unit])
  }
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} maw={420}>
      <Group gap="xs" wrap="nowrap" mt={4}>
        <NumberInput id={id} aria-describedby={`${id}-description`} flex={1} allowDecimal={false} value={amount} error={Boolean(error)} onChange={enter} />
        <Select
          aria-label={t('unitOf', { field: label })}
          w={120}
          allowDeselect={false}
          data={UNITS.map((each) => ({ value: each, label: t(each) }))}
          value={unit}
          onChange={(other) => choose(other as Unit)}
        />
      </Group>
    </Input.Wrapper>
  )
}
