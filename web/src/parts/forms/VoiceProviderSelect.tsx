import { Select, type SelectProps } from '@mantine/core'
import { useMessages } from '../../messages.ts'
import { useVoiceProviderOptions } from './voiceProviders.ts'

/** Voice provider to register a number with. */
export function VoiceProviderSelect(props: SelectProps) {
  const t = useMessages('numbers')
  return <Select label={t('engine')} description={t('engineAbout')} allowDeselect={false} data={useVoiceProviderOptions()} {...props} />
}
