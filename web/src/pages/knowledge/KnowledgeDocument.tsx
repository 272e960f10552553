import { Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { useState } from 'react'
import { useQuery } from 'urql'
import { DOCUMENT_BYTES, KnowledgeTextInput } from '../../../../src/inputs/knowledgeBases.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { SideDrawer } from '../../parts/page/SideDrawer.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { AddKnowledgeTextDocument, KnowledgeDocumentContentDocument, UpdateKnowledgeDocumentDocument } from './KnowledgeBase.gql.ts'
import { useSizeFormat } from '../../parts/text/useSizeFormat.ts'
import { useUnsavedGuard } from '../../parts/forms/useUnsavedGuard.ts'

interface KnowledgeDocumentProps {
  baseId: string
  /** Document ID. `new` for a new document. */
  id: string
  canEdit: boolean
}

/** Drawer to read and edit a document. */
export function KnowledgeDocument({ baseId, id, canEdit }: KnowledgeDocumentProps) {
  const t = useMessages('knowledge')
  const common = useMessages('common')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [isDirty, setDirty] = useState(false)
  useUnsavedGuard(isDirty)
  const isNew = id === 'new'
  const leave = () => void navigate({ to: '/knowledge/$id', params: { id: baseId }, search: {} })
  const close = async () => {
    const question = { title: common('unsavedTitle'), body: common('unsavedAbout'), action: common('leave'), cancel: common('keepEditing'), danger: true }
    if (!isDirty || (await confirm(question))) leave()
  }
  return (
    <SideDrawer onClose={() => void close()} size="xl" title={t(isNew ? 'addText' : 'document')}>
      {isNew ? (
        <DocumentForm baseId={baseId} id={null} title="" content="" canEdit={canEdit} onDirty={setDirty} onDone={leave} onClose={() => void close()} />
      ) : (
        <ExistingDocument baseId={baseId} id={id} canEdit={canEdit} onDirty={setDirty} onDone={leave} onClose={() => void close()} />
      )}
    </SideDrawer>
  )
}

interface DocumentFormProps extends KnowledgeDocumentProps {
  onDirty: (isDirty: boolean) => void
  onDone: () => void
  onClose: () => void
}

function ExistingDocument(props: DocumentFormProps) {
  const result = useQuery({ query: KnowledgeDocumentContentDocument, variables: { id: props.id } })
  return <QueryResult result={result}>{({ knowledgeDocument: { title, content } }) => <DocumentForm {...props} title={title} content={content} />}</QueryResult>
}

function DocumentForm({
  baseId,
  id,
  title,
  content,
  canEdit,
  onDirty,
  onDone,
  onClose,
}: Omit<DocumentFormProps, 'id'> & { id: string | null; title: string; content: string }) {
  const t = useMessages('knowledge')
  const size = useSizeFormat()
  const form = useAppForm({ title, content }, KnowledgeTextInput)
  form.watch('title', () => onDirty(form.isDirty()))
  form.watch('content', () => onDirty(form.isDirty()))
  const [add, isAdding] = useAction(AddKnowledgeTextDocument)
  const [update, isUpdating] = useAction(UpdateKnowledgeDocumentDocument)
  const send = form.onSubmit(async (input) => {
    const options = { success: t('saved'), handleError: form.showServerErrors }
    const result = id === null ? await add({ id: baseId, input }, options) : await update({ id, input }, options)
    if (!result) return
    onDirty(false)
    onDone()
  })
  return (
    <FormLayout onSubmit={send} isRunning={isAdding || isUpdating} isDisabled={!form.isDirty()} isReadOnly={!canEdit} onCancel={onClose}>
      <TextInput
        label={t('documentTitle')}
        description={t('documentTitleAbout')}
        required
        readOnly={!canEdit}
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <div>
        <Textarea label={t('content')} required rows={20} resize="vertical" readOnly={!canEdit} {...form.getInputProps('content')} />
        <Text size="xs" c="dimmed" ta="right" pt={4}>
          {t('contentSize', { size: size(new Blob([form.values.content]).size), room: size(DOCUMENT_BYTES) })}
        </Text>
      </div>
    </FormLayout>
  )
}
