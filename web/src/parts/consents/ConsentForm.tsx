import { Select, Textarea, TextInput } from '@mantine/core'
import { CONSENT_BASES, CONSENT_PURPOSES, type ConsentBasis, type ConsentPurpose } from '../../../../src/inputs/consents.ts'
import { useMessages } from '../../messages.ts'
import { FieldGrid } from '../forms/FormRow.tsx'
import { FormLayout } from '../forms/FormLayout.tsx'
import { useAppForm } from '../forms/useAppForm.ts'
import { useAction } from '../useAction.ts'
import { RecordConsentDocument } from './consents.gql.ts'

const EMPTY = { basis: 'express' as ConsentBasis, purpose: 'any' as ConsentPurpose, givenAt: '', expiresAt: '', source: '', evidence: '', text: '' }

/** Records a consent of a phone number. */
export function ConsentForm({ phoneNumber, onDone }: { phoneNumber: string; onDone: () => void }) {
  const t = useMessages('consents')
  const common = useMessages('common')
  const form = useAppForm(EMPTY)
  const [record, isRunning] = useAction(RecordConsentDocument)
  const send = form.onSubmit(async (values) => {
    if (values.basis.startsWith('express') && !values.givenAt) return form.setFieldError('givenAt', common('required'))
    const stated = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])) as Record<keyof typeof EMPTY, string | null>
    const input = { ...stated, basis: values.basis, purpose: values.purpose, phoneNumber }
    const done = await record({ input }, { success: t('recordedOne'), handleError: form.showServerErrors })
    if (done) onDone()
  })
  return (
    <FormLayout onSubmit={send} action={t('record')} isRunning={isRunning} onCancel={onDone} aria-label={t('record')}>
      <FieldGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('basis')}
          allowDeselect={false}
          data={CONSENT_BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
          {...form.getInputProps('basis')}
        />
        <Select
          label={t('purpose')}
          allowDeselect={false}
          data={CONSENT_PURPOSES.map((value) => ({ value, label: t(`purpose.${value}`) }))}
          {...form.getInputProps('purpose')}
        />
        <TextInput type="date" label={t('givenAt')} {...form.getInputProps('givenAt')} />
        <TextInput type="date" label={t('expiresAt')} {...form.getInputProps('expiresAt')} />
        <TextInput label={t('source')} {...form.getInputProps('source')} />
        <TextInput label={t('evidence')} {...form.getInputProps('evidence')} />
      </FieldGrid>
      <Textarea label={t('text')} autosize minRows={2} {...form.getInputProps('text')} />
    </FormLayout>
  )
}
