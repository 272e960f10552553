import { ActionIcon, Autocomplete, Button, Chip, Group, Input, Stack } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { DAYS } from '../../../../../src/inputs/campaignSettings.ts'
import { useLanguage } from '../../../languages.ts'
import { useMessages } from '../../../messages.ts'

export interface Window {
  days?: string[] | null
  from: string
  to: string
}

interface CampaignCallingHoursProps {
  label: string
  /** Label of the Add button. */
  addLabel: string
  description: string
  name: string
  windows: Window[]
  /** Errors by field path. */
  errors: Record<string, unknown>
  onChange: (windows: Window[]) => void
}

const HALF_HOURS = Array.from({ length: 49 }, (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`)
/** Calling hours of a new campaign. */
export const OFFICE_HOURS: Window & { days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri')[] } = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '18:00',
}

/** Weekly time ranges, each with its days and hours. */
export function CampaignCallingHours({ label, addLabel, description, name, windows, errors, onChange }: CampaignCallingHoursProps) {
  const t = useMessages('campaigns')
  const days = useDays()
  const change = (index: number, part: Partial<Window>) => onChange(windows.map((window, at) => (at === index ? { ...window, ...part } : window)))
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Stack gap="xs" mt="xs">
        {windows.map((window, index) => (
          <Group key={index} gap="sm" role="group" aria-label={`${label} ${index + 1}`} align="flex-end">
            <Chip.Group multiple value={window.days ?? [...DAYS]} onChange={(chosen) => change(index, { days: DAYS.filter((day) => chosen.includes(day)) })}>
              <Group gap={4}>
                {days.map(({ value, short, long }) => (
                  <Chip key={value} value={value} size="xs" variant="outline" aria-label={long}>
                    {short}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
            <Time label={t('from')} value={window.from} error={errors[`${name}.${index}.from`]} onChange={(from) => change(index, { from })} />
            <Time label={t('to')} value={window.to} error={errors[`${name}.${index}.to`]} onChange={(to) => change(index, { to })} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('removeWindow', { number: index + 1 })}
              onClick={() => onChange(windows.filter((_, at) => at !== index))}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group>
          <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => onChange([...windows, OFFICE_HOURS])}>
            {addLabel}
          </Button>
        </Group>
      </Stack>
    </Input.Wrapper>
  )
}

function Time({ label, value, error, onChange }: { label: string; value: string; error: unknown; onChange: (time: string) => void }) {
  return (
    <Autocomplete
      label={label}
      value={value}
      onChange={onChange}
      data={HALF_HOURS}
      error={error as string | undefined}
      w={96}
      size="xs"
      maxDropdownHeight={200}
      filter={({ options, search }) =>
        options.some((option) => 'value' in option && option.value === search)
          ? options
          : options.filter((option) => 'value' in option && option.value.startsWith(search))
      }
    />
  )
}

/** Weekdays in the chosen language. */
function useDays() {
  const language = useLanguage()
  const named = (weekday: 'short' | 'long') => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  return DAYS.map((value, index) => {
    const date = new Date(Date.UTC(2024, 0, 1 + index))
    return { value, short: named('short').format(date), long: named('long').format(date) }
  })
}
