import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { z } from 'zod'
import { ConnectedAppLimits } from '../../../src/inputs/connectedApps.ts'
import { useMessages } from '../messages.ts'
import { AMOUNT } from './amounts.ts'
import { useAppForm } from './useAppForm.ts'

/** Caps as they are written: what is empty has no limit. */
export interface WrittenCaps extends Record<string, unknown> {
  callLimit: number | string
  spendLimit: string
}

export type CapForm = ReturnType<typeof useCapForm>

/** A form of them. */
export function useCapForm(initial: WrittenCaps = { callLimit: '', spendLimit: '' }) {
  const t = useMessages('connect')
  return useAppForm(
    initial,
    z.object({
      callLimit: z.preprocess((written) => (written === '' ? null : written), ConnectedAppLimits.shape.callLimit),
      spendLimit: z.string().refine((written) => written.trim() === '' || AMOUNT.test(written), { error: t('amountWrong') }),
    }),
  )
}

/** What was written, as the API takes it. */
export const capsOf = ({ callLimit, spendLimit }: WrittenCaps) => ({ callLimit: callLimit === '' ? null : Number(callLimit), spendLimit: spendLimit.trim() || null })

/** How many calls an app may place, and what it may spend, in all. */
export function CapFields({ form }: { form: CapForm }) {
  const t = useMessages('connect')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberInput
        label={t('callCap')}
        description={t('callCapAbout')}
        placeholder={t('noLimit')}
        min={0}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('callLimit')}
      />
      <TextInput
        label={t('spendCap')}
        description={t('spendCapAbout')}
        placeholder={t('noLimit')}
        inputMode="decimal"
        rightSection="USD"
        rightSectionWidth={52}
        {...form.getInputProps('spendLimit')}
      />
    </SimpleGrid>
  )
}
