import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { LeadChanges } from '../../../../src/inputs/leads.ts'
import { useMessages } from '../../messages.ts'
import { FieldGroup } from '../../parts/forms/FieldGroup.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useAction } from '../../parts/useAction.ts'
import { readFields, toData } from './leadFields.ts'
import { type LeadQuery, UpdateLeadDocument } from './Leads.gql.ts'

/** Form that changes a lead's name, number, time zone and custom fields. */
export function LeadEdit({ lead: { id, phoneNumber, name, data }, onClose }: { lead: LeadQuery['lead']; onClose: () => void }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const before = (data ?? {}) as Record<string, unknown>
  const { timezone, fields } = readFields(before)
  const form = useAppForm({ phoneNumber, name: name ?? '', timezone, fields }, LeadChanges.pick({ phoneNumber: true, name: true }))
  const [update, isRunning] = useAction(UpdateLeadDocument)
  const values = form.getValues()
  const send = form.onSubmit(async (entered) => {
    const twice = entered.fields.findIndex(({ key }, at) => entered.fields.findIndex((other) => other.key.trim() === key.trim()) < at)
    if (twice >= 0) return form.setFieldError(`fields.${twice}.key`, t('fieldTwice'))
    const input = { phoneNumber: entered.phoneNumber.replace(/[\s().-]/g, ''), name: entered.name || null, data: toData(before, entered) }
    if (await update({ id, input }, { success: common('saved'), handleError: form.showServerErrors })) onClose()
  })
  return (
    <FormLayout onSubmit={send} isRunning={isRunning} onCancel={onClose} aria-label={t('editLead')}>
      <TextInput label={common('name')} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('phone')} type="tel" required {...form.getInputProps('phoneNumber')} />
      <TextInput label={t('timezone')} description={t('timezoneAbout')} placeholder="Europe/Rome" {...form.getInputProps('timezone')} />
      <FieldGroup title={t('data')}>
        {values.fields.map(({ id: row }, at) => (
          <Group key={row} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput flex={2} aria-label={t('fieldName')} {...form.getInputProps(`fields.${at}.key`)} />
            <TextInput flex={3} aria-label={values.fields[at]!.key || t('fieldValue')} {...form.getInputProps(`fields.${at}.value`)} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('removeField', { name: values.fields[at]!.key })}
              onClick={() => form.removeListItem('fields', at)}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {form.errors.data && (
          <Text size="sm" c="bad" role="alert">
            {form.errors.data}
          </Text>
        )}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => form.insertListItem('fields', { id: crypto.randomUUID(), key: '', value: '' })}
          >
            {t('addField')}
          </Button>
        </Group>
      </FieldGroup>
    </FormLayout>
  )
}
