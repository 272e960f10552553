import { NumberInput, TextInput } from '@mantine/core'
import { z } from 'zod'
import { ConnectedAppLimits } from '../../../../src/inputs/connectedApps.ts'
import { useMessages } from '../../messages.ts'
import { AMOUNT, toAmount } from './amounts.ts'
import { useAppForm } from './useAppForm.ts'
import { FieldGrid } from './FormRow.tsx'

/** Form values of an app's limits. Empty is unlimited. */
export interface CapFormValues extends Record<string, unknown> {
  callLimit: number | string
  spendLimit: string
}

export type CapForm = ReturnType<typeof useCapForm>

/** Form state of an app's limits. */
export function useCapForm(initial: CapFormValues = { callLimit: '', spendLimit: '' }) {
  const t = useMessages('connect')
  return useAppForm(
    initial,
    z.object({
      callLimit: z.preprocess((value) => (value === '' ? null : value), ConnectedAppLimits.shape.callLimit),
      spendLimit: z.string().refine((value) => value.trim() === '' || AMOUNT.test(value), { error: t('amountWrong') }),
    }),
  )
}

/** Converts form values to API input. */
export const toLimits = ({ callLimit, spendLimit }: CapFormValues) => ({
  callLimit: callLimit === '' ? null : Number(callLimit),
  spendLimit: toAmount(spendLimit) || null,
})

/** Fields of an app's call limit and spend limit. */
export function CapFields({ form }: { form: CapForm }) {
  const t = useMessages('connect')
  return (
    <FieldGrid cols={{ base: 1, xs: 2 }}>
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
    </FieldGrid>
  )
}
