import { Button, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '../../router/index.ts'
import { Library, Plus } from 'lucide-react'
import { KnowledgeBaseInput } from '../../../../src/inputs/knowledgeBases.ts'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { usePages } from '../../parts/tables/usePages.ts'
import { useCan } from '../../parts/viewer.tsx'
import { CreateKnowledgeBaseDocument, KnowledgeBaseListDocument, type KnowledgeBaseListQuery } from './KnowledgeBases.gql.ts'
import { KnowledgeSyncs } from './KnowledgeSyncs.tsx'
import { useSizeFormat } from '../../parts/text/useSizeFormat.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

type Row = KnowledgeBaseListQuery['knowledgeBases']['nodes'][number]

/** List of knowledge bases. */
export function KnowledgeBases() {
  const t = useMessages('knowledge')
  const navigate = useNavigate()
  const canCreate = useCan('agents:write')
  const [isOpen, { open, close }] = useDisclosure()
  const pages = usePages(KnowledgeBaseListDocument, {}, (data) => data.knowledgeBases)
  const create = canCreate && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} about={t('about')} actions={create}>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        rows={pages.rows}
        rowKey={({ id }) => id}
        pages={pages}
        onOpen={({ id }) => void navigate({ to: '/knowledge/$id', params: { id } })}
        empty={
          <EmptyState icon={Library} title={t('empty')} action={create}>
            {t('emptyAbout')}
          </EmptyState>
        }
      />
      <NewBase isOpen={isOpen} onClose={close} />
    </Page>
  )
}

function useColumns(): Column<Row>[] {
  const t = useMessages('knowledge')
  const format = useFormat()
  const size = useSizeFormat()
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(160px, 3fr)',
      cell: ({ id, name }) => (
        <TextLink to="/knowledge/$id" params={{ id }} fw={600}>
          {name}
        </TextLink>
      ),
    },
    { key: 'description', header: t('description'), width: 'minmax(160px, 2fr)', cell: ({ description }) => description, isExtra: true },
    { key: 'documents', header: t('documents'), cell: ({ documentCount }) => format.number(documentCount), isNumber: true },
    { key: 'size', header: t('size'), cell: ({ bytes }) => size(bytes), isNumber: true, isExtra: true },
    { key: 'copies', header: t('syncs'), cell: (base) => <KnowledgeSyncs base={base} />, isMinor: true },
    { key: 'updated', header: t('updated'), cell: ({ updatedAt }) => format.moment(updatedAt), isMinor: true },
  ]
}

function NewBase({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages('knowledge')
  const common = useMessages('common')
  const navigate = useNavigate()
  const form = useAppForm({ name: '', description: '' }, KnowledgeBaseInput)
  const [create, isRunning] = useAction(CreateKnowledgeBaseDocument)
  const send = form.onSubmit(async ({ name, description }) => {
    const done = await create({ input: { name, description: description || null } }, { success: t('created'), handleError: form.showServerErrors })
    if (done) await navigate({ to: '/knowledge/$id', params: { id: done.createKnowledgeBase.id } })
  })
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t('new')}>
      <FormLayout onSubmit={send} action={common('create')} isRunning={isRunning} onCancel={onClose}>
        <TextInput label={t('name')} required data-autofocus maxLength={200} {...form.getInputProps('name')} />
        <Textarea label={t('description')} description={t('descriptionAbout')} autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
      </FormLayout>
    </Dialog>
  )
}
