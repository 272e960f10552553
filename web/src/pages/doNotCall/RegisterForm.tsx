import { Alert, Button, FileButton, Group, Progress, Select, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { REGISTER_TYPES, type RegisterType } from '../../../../src/inputs/dncRegisters.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'
import { sendFile } from '../../api/upload.ts'
import { useLanguage } from '../../languages.ts'
import { useMessages } from '../../messages.ts'
import { listCountries } from '../../parts/forms/countries.ts'
import { FieldGrid } from '../../parts/forms/FormRow.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'
import { useAction } from '../../parts/useAction.ts'
import { CreateDncRegisterDocument, type RegisterFieldsFragment as Register } from './Registers.gql.ts'

interface RegisterFormProps {
  /** The register that gets a newer file; null for a new one. */
  register: Register | null
  onClose: () => void
  /** Called when the list has changed. */
  onLoaded: () => void
}

const EMPTY = { name: '', type: 'register' as RegisterType, country: '', source: '', washedAt: '', column: '' }

interface Loaded {
  numbers: number
  invalid_lines: number
}

/** Dialog that creates a register and uploads its file, or uploads a newer one. */
export function RegisterForm({ register, onClose, onLoaded }: RegisterFormProps) {
  const t = useMessages('dnc')
  const common = useMessages('common')
  const language = useLanguage()
  const form = useAppForm(EMPTY)
  const [create] = useAction(CreateDncRegisterDocument)
  const [created, setCreated] = useState<string | null>(register?.id ?? null)
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<ReactNode>(null)

  const requireId = async ({ name, type, country, source }: typeof EMPTY) => {
    if (created) return created
    const input = { name, type, country: country || null, source: source || null }
    const done = await create({ input }, { handleError: form.showServerErrors })
    setCreated(done?.createDncRegister.id ?? null)
    return done?.createDncRegister.id
  }
  const send = form.onSubmit(async (values) => {
    if (sent !== null) return
    setProblem(file ? null : t('noFile'))
    if (!file) return
    const id = await requireId(values)
    if (!id) return
    const options = { ...(values.washedAt && { washed_at: values.washedAt }), ...(values.column && { column: values.column }) }
    setSent(0)
    try {
      const loaded = await sendFile<Loaded>(`/uploads/registers/${id}?${new URLSearchParams(options)}`, file, setSent)
      const counts = { count: loaded.numbers, invalid: loaded.invalid_lines }
      notifications.show({ color: 'good', message: t('registerLoaded', counts), closeButtonProps: { 'aria-label': common('close') } })
      onClose()
    } catch (error) {
      setProblem(<ErrorText problem={problemOf(error as Error)} />)
    } finally {
      setSent(null)
      onLoaded()
    }
  })
  const isNew = register === null
  return (
    <Dialog onClose={onClose} title={isNew ? t('addRegister') : t('uploadTo', { name: register.name })} size="lg">
      <FormLayout onSubmit={send} action={t('upload')} isRunning={sent !== null} onCancel={onClose}>
        {isNew && (
          <FieldGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={common('name')} required data-autofocus disabled={created !== null} {...form.getInputProps('name')} />
            <Select
              label={t('registerType')}
              allowDeselect={false}
              disabled={created !== null}
              data={REGISTER_TYPES.map((value) => ({ value, label: t(`registerType.${value}`) }))}
              {...form.getInputProps('type')}
            />
            <Select
              label={t('country')}
              searchable
              clearable
              required={form.getValues().type === 'register'}
              disabled={created !== null}
              data={listCountries(language)}
              {...form.getInputProps('country')}
            />
            <TextInput label={t('source')} disabled={created !== null} {...form.getInputProps('source')} />
          </FieldGrid>
        )}
        <FieldGrid cols={{ base: 1, sm: 2 }}>
          <TextInput type="date" label={t('washed')} description={t('washedAbout')} {...form.getInputProps('washedAt')} />
          <TextInput label={t('column')} description={t('columnAbout')} {...form.getInputProps('column')} />
        </FieldGrid>
        <Group gap="sm">
          <FileButton accept=".txt,.csv,.tsv,text/plain,text/csv" onChange={setFile} inputProps={{ 'aria-label': t('chooseFile') }}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<Upload size={16} aria-hidden />}>
                {t('chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? t('fileAbout')}
          </Text>
        </Group>
        {sent !== null && <Progress value={100 * sent} aria-label={t('upload')} />}
        {problem && (
          <Alert role="alert" color="bad">
            {problem}
          </Alert>
        )}
      </FormLayout>
    </Dialog>
  )
}
