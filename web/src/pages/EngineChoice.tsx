import { Select, type SelectProps } from '@mantine/core'
import { VOICE_ENGINES } from '../../../src/inputs/numbers.ts'
import { useMessages, useWords } from '../messages.ts'

/** Which voice provider gets to know a number at once. */
export function EngineChoice(props: SelectProps) {
  const t = useMessages('numbers')
  const word = useWords()
  return (
    <Select
      label={t('engine')}
      description={t('engineAbout')}
      allowDeselect={false}
      data={VOICE_ENGINES.map((engine) => ({ value: engine, label: word('engine', engine) }))}
      {...props}
    />
  )
}
