import { Select, type SelectProps } from '@mantine/core'
import { useMessages } from '../messages.ts'
import { useEngineChoices } from './engines.ts'

/** Which voice provider gets to know a number at once. */
export function EngineChoice(props: SelectProps) {
  const t = useMessages('numbers')
  return <Select label={t('engine')} description={t('engineAbout')} allowDeselect={false} data={useEngineChoices()} {...props} />
}
