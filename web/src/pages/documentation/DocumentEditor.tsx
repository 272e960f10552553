import { Tabs, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { lazy, Suspense } from 'react'
import { DocumentInput } from '../../../../src/inputs/documents.ts'
import { documentationLanguage, useLanguage } from '../../languages.ts'
import { useMessages } from '../../messages.ts'
import { Loading } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { UpdateDocumentDocument } from './Document.gql.ts'
import { CreateDocumentDocument } from './Documentation.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

const Markdown = lazy(() => import('../../parts/text/Markdown.tsx').then(({ Markdown }) => ({ default: Markdown })))

interface DocumentEditorProps {
  /** The page to edit. Absent for a new one. */
  document?: { id: string; title: string; body: string; language: string }
  onClose: () => void
}

/** Markdown editor for the workspace's own pages, with a preview. */
export function DocumentEditor({ document, onClose }: DocumentEditorProps) {
  const t = useMessages('documentation')
  const navigate = useNavigate()
  const language = documentationLanguage(useLanguage())
  const form = useAppForm({ title: document?.title ?? '', body: document?.body ?? '' }, DocumentInput.pick({ title: true, body: true }))
  const [create, isCreating] = useAction(CreateDocumentDocument)
  const [update, isUpdating] = useAction(UpdateDocumentDocument)
  const send = form.onSubmit(async (values) => {
    const options = { success: t('saved'), handleError: form.showServerErrors }
    if (document) {
      if (await update({ id: document.id, input: values }, options)) onClose()
      return
    }
    const result = await create({ input: { ...values, language } }, options)
    if (result) void navigate({ to: '/docs/$language/$slug', params: result.createDocument })
  })
  return (
    <Dialog onClose={onClose} size="xl" title={t(document ? 'editTitle' : 'write')}>
      <FormLayout onSubmit={send} isRunning={isCreating || isUpdating} onCancel={onClose}>
        <TextInput label={t('pageTitle')} required data-autofocus {...form.getInputProps('title')} />
        <Tabs defaultValue="text" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="text">{t('text')}</Tabs.Tab>
            <Tabs.Tab value="preview">{t('preview')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text" pt="sm">
            <Textarea
              label={t('body')}
              description={t('bodyAbout')}
              required
              autosize
              minRows={12}
              maxRows={24}
              ff="monospace"
              {...form.getInputProps('body')}
            />
          </Tabs.Panel>
          <Tabs.Panel value="preview" pt="sm">
            <Suspense fallback={<Loading />}>
              <Markdown text={form.getValues().body} language={document?.language ?? language} />
            </Suspense>
          </Tabs.Panel>
        </Tabs>
      </FormLayout>
    </Dialog>
  )
}
