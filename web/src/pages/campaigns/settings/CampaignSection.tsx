import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { createContext, type FormEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import type { z } from 'zod'
import { useMessages } from '../../../messages.ts'
import { useAction } from '../../../parts/useAction.ts'
import { useAppForm } from '../../../parts/forms/useAppForm.ts'
import {
  type CampaignChanges,
  type CampaignFieldsFragment,
  type CampaignSettingsInput,
  UpdateCampaignDocument,
  UpdateCampaignSettingsDocument,
} from './CampaignForm.gql.ts'

export type CampaignFields = CampaignFieldsFragment

interface SectionContext {
  campaign: CampaignFields
  /** Present in the wizard, which saves automatically and continues with `onNext`. */
  onNext?: () => void
  /** Present in the wizard, except in its first step. */
  onBack?: () => void
  /** Present in the settings, whose one Save button saves all sections. Returns what removes the section again. */
  register?: (save: () => Promise<boolean>) => () => void
  canWrite: boolean
}
const Context = createContext<SectionContext | null>(null)
export const CampaignSection = Context
export const useSectionContext = () => use(Context)!

/** Changes that a section makes to the campaign and its settings. */
export interface SectionChanges {
  changes?: CampaignChanges
  settings?: CampaignSettingsInput
}

/** Debounce of the wizard's automatic saves, in milliseconds. */
const SAVE_DEBOUNCE_MS = 600

/** Form state of a campaign section. The wizard saves it automatically, the settings with their Save button. */
export function useSection<Values extends Record<string, unknown>>(initial: Values, schema: z.ZodType, editOf: (values: Values) => SectionChanges) {
  const { campaign, onNext } = useSectionContext()
  const form = useAppForm(initial, schema)
  const [, update] = useMutation(UpdateCampaignDocument)
  const [, updateSettings] = useMutation(UpdateCampaignSettingsDocument)
  const [saveCampaign, isSaving] = useAction(UpdateCampaignDocument)
  const [saveSettings, isSavingSettings] = useAction(UpdateCampaignSettingsDocument)
  const [isSaved, setSaved] = useState(true)
  const lastSaved = useRef(JSON.stringify(editOf(initial)))
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** Queues saves, so that two never run at the same time. */
  const enqueue = <T,>(work: () => Promise<T>): Promise<T> => {
    const turn = last.current.then(work)
    last.current = turn.catch(() => {})
    return turn
  }

  /** Saves valid changes silently. */
  const autoSave = async () => {
    const values = form.getValues()
    const edit = editOf(values)
    const text = JSON.stringify(edit)
    if (text === lastSaved.current || !schema.safeParse(values).success) return
    const before = JSON.parse(lastSaved.current) as SectionChanges
    const results = []
    if (hasChanged(edit.changes, before.changes)) results.push(await update({ id: campaign.id, input: edit.changes! }))
    if (hasChanged(edit.settings, before.settings)) results.push(await updateSettings({ id: campaign.id, input: edit.settings! }))
    const refusal = results.find(({ error }) => error)?.error
    if (refusal) return void form.showServerErrors(refusal)
    lastSaved.current = text
    setSaved(JSON.stringify(editOf(form.getValues())) === text)
  }
  const queueAutoSave = useRef(() => {})
  queueAutoSave.current = () => void enqueue(autoSave)

  const isAutoSaved = onNext !== undefined
  const values = form.values
  useEffect(() => {
    if (!isAutoSaved) return
    setSaved(JSON.stringify(editOf(form.getValues())) === lastSaved.current)
    const timer = setTimeout(() => queueAutoSave.current(), SAVE_DEBOUNCE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on every input
  }, [values, isAutoSaved])
  useEffect(() => () => (isAutoSaved ? queueAutoSave.current() : undefined), [isAutoSaved])

  const current = JSON.stringify(editOf(initial))
  useEffect(() => {
    // After a return to a step before its save finished, show the saved values unless something was edited since.
    if (current === lastSaved.current || form.isDirty()) return
    form.setInitialValues(initial)
    form.setValues(initial)
    lastSaved.current = current
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs when the campaign on screen changes
  }, [current])

  /** Saves everything. Returns whether that succeeded. */
  const saveNow = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const edit = editOf(form.getValues())
    const before = JSON.parse(lastSaved.current) as SectionChanges
    const options = { handleError: form.showServerErrors }
    if (hasChanged(edit.changes, before.changes) && !(await saveCampaign({ id: campaign.id, input: edit.changes! }, options))) return false
    if (hasChanged(edit.settings, before.settings) && !(await saveSettings({ id: campaign.id, input: edit.settings! }, options))) return false
    lastSaved.current = JSON.stringify(edit)
    form.resetDirty()
    setSaved(true)
    return true
  }
  const save = () => enqueue(saveNow)
  const saveChanges = async () => JSON.stringify(editOf(form.getValues())) === lastSaved.current || save()
  return { form, save, saveChanges, isSaved, isSaving: isSaving || isSavingSettings }
}

const hasChanged = (edit: object | undefined, before: object | undefined) => edit !== undefined && JSON.stringify(edit) !== JSON.stringify(before)

interface SectionFormProps {
  section: Pick<ReturnType<typeof useSection>, 'save' | 'saveChanges' | 'isSaved' | 'isSaving'>
  children: ReactNode
}

/** Fields of a section, and in the wizard its buttons. Read-only without write access. */
export function SectionForm({ section: { save, saveChanges, isSaved, isSaving }, children }: SectionFormProps) {
  const t = useMessages('campaigns')
  const { onNext, onBack, register, canWrite } = useSectionContext()
  const latest = useRef(saveChanges)
  useEffect(() => {
    latest.current = saveChanges
  })
  useEffect(() => register?.(() => latest.current()), [register])
  const fields = (
    <fieldset disabled={!canWrite} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Stack gap="lg">{children}</Stack>
    </fieldset>
  )
  if (!onNext) return fields
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await save()) onNext()
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {fields}
      {canWrite && (
        <Group mt="xl">
          {onBack && (
            <Button variant="default" onClick={onBack}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" loading={isSaving}>
            {t('next')}
          </Button>
          <Text size="sm" c="dimmed" role="status" data-saved={isSaved}>
            {t(isSaved ? 'isSaved' : 'isUnsaved')}
          </Text>
        </Group>
      )}
    </form>
  )
}

/** Shared props of an optional number or text field. Empty is null. */
export function optionalProps<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, path: string) {
  const {
    value,
    onChange,
    defaultValue: _,
    ...props
  } = form.getInputProps(path) as { value: unknown; onChange: (value: unknown) => void; defaultValue?: unknown }
  return {
    ...props,
    value: (value ?? '') as string | number,
    onChange: (input: string | number) => onChange(input === '' ? null : input),
  }
}
