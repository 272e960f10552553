import { Button, Group, Input, Pill, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'

/** Excluded dates, in the lead's local time. */
export function CampaignExcludedDates({ dates, onChange }: { dates: readonly string[]; onChange: (dates: string[]) => void }) {
  const t = useMessages('campaigns')
  const format = useFormat()
  const [date, write] = useState('')
  const add = () => {
    if (date) onChange([...new Set([...dates, date])].toSorted())
    write('')
  }
  return (
    <Input.Wrapper label={t('excludedDates')} description={t('excludedDatesAbout')} labelElement="div">
      <Group mt="xs" gap="xs">
        {dates.map((each) => (
          <Pill
            key={each}
            size="md"
            withRemoveButton
            removeButtonProps={{ 'aria-label': t('removeDate', { date: format.day(each) }), 'aria-hidden': false, tabIndex: 0 }}
            onRemove={() => onChange(dates.filter((other) => other !== each))}
          >
            {format.day(each)}
          </Pill>
        ))}
        <TextInput type="date" size="xs" aria-label={t('excludedDate')} value={date} onChange={({ target }) => write(target.value)} />
        <Button size="xs" variant="default" disabled={!date} onClick={add}>
          {t('addDate')}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}
