import { Button, Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useMutation } from 'urql'
import type { z } from 'zod'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/useAppForm.ts'
import {
  type CampaignChanges,
  type CampaignFieldsFragment,
  type CampaignSettingsInput,
  UpdateCampaignDocument,
  UpdateCampaignSettingsDocument,
} from './CampaignForm.gql.ts'

export type CampaignFields = CampaignFieldsFragment

interface Manner {
  campaign: CampaignFields
  /** In the wizard what is written is saved by itself, and `onNext` leads to the next step. In the settings there is a button. */
  onNext?: () => void
  canWrite: boolean
}
const Context = createContext<Manner | null>(null)
export const CampaignSection = Context
export const useManner = () => use(Context)!

/** What a section of the form would change: fields of the campaign, and of its settings. */
export interface Edit {
  changes?: CampaignChanges
  settings?: CampaignSettingsInput
}

/** So long after the last keystroke a step of the wizard is saved. */
const QUIET_MS = 600

/** A section of a campaign's form, and how it is saved: by itself in the wizard, by its button in the settings. */
export function useSection<Values extends Record<string, unknown>>(initial: Values, schema: z.ZodType, editOf: (values: Values) => Edit) {
  const { campaign, onNext } = useManner()
  const form = useAppForm(initial, schema)
  const [, update] = useMutation(UpdateCampaignDocument)
  const [, updateSettings] = useMutation(UpdateCampaignSettingsDocument)
  const [tellChange, isSaving] = useAction(UpdateCampaignDocument)
  const [tellSettings, isSavingSettings] = useAction(UpdateCampaignSettingsDocument)
  const [isKept, setKept] = useState(true)
  const kept = useRef(JSON.stringify(editOf(initial)))
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** One after another: what is being saved is not saved once more meanwhile. */
  const inTurn = <T,>(work: () => Promise<T>): Promise<T> => {
    const turn = last.current.then(work)
    last.current = turn.catch(() => {})
    return turn
  }

  /** Saves what changed and can be saved, without a word. */
  const keep = async () => {
    const values = form.getValues()
    const edit = editOf(values)
    const text = JSON.stringify(edit)
    if (text === kept.current || !schema.safeParse(values).success) return
    const before = JSON.parse(kept.current) as Edit
    const results = []
    if (isOther(edit.changes, before.changes)) results.push(await update({ id: campaign.id, input: edit.changes! }))
    if (isOther(edit.settings, before.settings)) results.push(await updateSettings({ id: campaign.id, input: edit.settings! }))
    const refusal = results.find(({ error }) => error)?.error
    if (refusal) return void form.refused(refusal)
    kept.current = text
    setKept(JSON.stringify(editOf(form.getValues())) === text)
  }
  const queueKeep = useRef(() => {})
  queueKeep.current = () => void inTurn(keep)

  const isByItself = onNext !== undefined
  const values = form.values
  useEffect(() => {
    if (!isByItself) return
    setKept(JSON.stringify(editOf(form.getValues())) === kept.current)
    const timer = setTimeout(() => queueKeep.current(), QUIET_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever something was written
  }, [values, isByItself])
  useEffect(() => () => (isByItself ? queueKeep.current() : undefined), [isByItself])

  const current = JSON.stringify(editOf(initial))
  useEffect(() => {
    // Who comes back to a step before its save is answered sees what was there before: the answer is shown where nothing was written since.
    if (current === kept.current || form.isDirty()) return
    form.setInitialValues(initial)
    form.setValues(initial)
    kept.current = current
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whenever the campaign is another one than was shown
  }, [current])

  /** Saves all of it and says so; answers whether that was possible. */
  const saveNow = async (done?: string): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const edit = editOf(form.getValues())
    const before = JSON.parse(kept.current) as Edit
    const manners = { refused: form.refused }
    if (isOther(edit.changes, before.changes) && !(await tellChange({ id: campaign.id, input: edit.changes! }, manners))) return false
    if (isOther(edit.settings, before.settings) && !(await tellSettings({ id: campaign.id, input: edit.settings! }, { ...manners, done }))) return false
    kept.current = JSON.stringify(edit)
    form.resetDirty()
    setKept(true)
    return true
  }
  const save = (done?: string) => inTurn(() => saveNow(done))
  return { form, save, isKept, isSaving: isSaving || isSavingSettings }
}

const isOther = (edit: object | undefined, before: object | undefined) => edit !== undefined && JSON.stringify(edit) !== JSON.stringify(before)

interface SectionFormProps {
  section: Pick<ReturnType<typeof useSection>, 'save' | 'isKept' | 'isSaving'>
  children: ReactNode
}

/** The fields of a section with what saves them; read only for who may change nothing. */
export function SectionForm({ section: { save, isKept, isSaving }, children }: SectionFormProps) {
  const t = useMessages('campaigns')
  const { onNext, canWrite } = useManner()
  const submit = async () => {
    if ((await save(t('saved'))) && onNext) onNext()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset disabled={!canWrite} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="lg">{children}</Stack>
      </fieldset>
      {canWrite && (
        <Group mt="xl">
          <Button type="submit" loading={isSaving}>
            {t(onNext ? 'next' : 'save')}
          </Button>
          {onNext && (
            <Text size="sm" c="dimmed" role="status" data-kept={isKept}>
              {t(isKept ? 'isKept' : 'isNotKept')}
            </Text>
          )}
        </Group>
      )}
    </form>
  )
}

/** What a field for a number, or a text, shares: nothing written is null. */
export function optional<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, path: string) {
  const {
    value,
    onChange,
    defaultValue: _,
    ...props
  } = form.getInputProps(path) as { value: unknown; onChange: (value: unknown) => void; defaultValue?: unknown }
  return {
    ...props,
    value: (value ?? '') as string | number,
    onChange: (given: string | number) => onChange(given === '' ? null : given),
  }
}
