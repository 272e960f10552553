import { Textarea, TextInput } from '@mantine/core'
import { BillingDetailsInput } from '../../../../src/inputs/billing.ts'
import { useMessages } from '../../messages.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { useAction } from '../../parts/useAction.ts'
import { type GeneralSettingsQuery, UpdateBillingDetailsDocument } from './Settings.gql.ts'

type Details = Pick<GeneralSettingsQuery['workspace'], 'legalName' | 'billingAddress' | 'taxId'>

/** Who invoices are issued to. */
export function BillingDetails({ details: { legalName, billingAddress, taxId }, canChange }: { details: Details; canChange: boolean }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const form = useAppForm({ legalName, billingAddress, taxId }, BillingDetailsInput)
  const [save, isRunning] = useAction(UpdateBillingDetailsDocument)
  const send = form.onSubmit(async (input) => {
    if (await save({ input }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  if (!canChange)
    return (
      <Section title={t('billingDetails')} about={t('ownersOnly')}>
        <Facts
          facts={[
            { name: t('legalName'), value: legalName || '–' },
            { name: t('billingAddress'), value: billingAddress || '–' },
            { name: t('taxId'), value: taxId || '–' },
          ]}
        />
      </Section>
    )
  return (
    <Section title={t('billingDetails')} about={t('billingDetailsAbout')}>
      <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!form.isDirty()}>
        <TextInput label={t('legalName')} autoComplete="organization" {...form.getInputProps('legalName')} />
        <Textarea label={t('billingAddress')} autoComplete="street-address" autosize minRows={3} maxRows={6} {...form.getInputProps('billingAddress')} />
        <TextInput label={t('taxId')} autoComplete="off" {...form.getInputProps('taxId')} />
      </FormLayout>
    </Section>
  )
}
