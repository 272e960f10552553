import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core'
import { useNavigate } from '../../router/index.ts'
import { FileText, Plus, Trash2 } from 'lucide-react'
import { BASE_BYTES, DOCUMENTS_PER_BASE } from '../../../../src/inputs/knowledgeBases.ts'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { type Column, DataTable } from '../../parts/tables/DataTable.tsx'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { Section } from '../../parts/page/Section.tsx'
import { RemoveKnowledgeDocumentDocument, type KnowledgeBaseFieldsFragment } from './KnowledgeBase.gql.ts'
import { KnowledgeUpload } from './KnowledgeUpload.tsx'
import { useSizeFormat } from '../../parts/text/useSizeFormat.ts'

type Row = KnowledgeBaseFieldsFragment['documents']['nodes'][number]

/** Documents of a base, the remaining space, and ways to add more. */
export function KnowledgeDocuments({ base, canEdit }: { base: KnowledgeBaseFieldsFragment; canEdit: boolean }) {
  const t = useMessages('knowledge')
  const navigate = useNavigate()
  const open = (document: string) => void navigate({ to: '/knowledge/$id', params: { id: base.id }, search: { document } })
  return (
    <Section
      title={t('documents')}
      actions={
        canEdit && (
          <ButtonLink to="/knowledge/$id" params={{ id: base.id }} search={{ document: 'new' }} size="xs" leftSection={<Plus size={14} aria-hidden />}>
            {t('addText')}
          </ButtonLink>
        )
      }
    >
      <StorageUse base={base} />
      {canEdit && <KnowledgeUpload baseId={base.id} />}
      <DataTable
        label={t('documents')}
        columns={useColumns(base.id, canEdit)}
        rows={base.documents.nodes}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        empty={
          <EmptyState icon={FileText} title={t('noDocuments')}>
            {t('noDocumentsAbout')}
          </EmptyState>
        }
      />
    </Section>
  )
}

function StorageUse({ base: { documentCount, bytes } }: { base: KnowledgeBaseFieldsFragment }) {
  const t = useMessages('knowledge')
  const size = useSizeFormat()
  const description = t('room', { count: documentCount, most: DOCUMENTS_PER_BASE, size: size(bytes), room: size(BASE_BYTES) })
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {description}
      </Text>
      <Progress value={100 * Math.max(documentCount / DOCUMENTS_PER_BASE, bytes / BASE_BYTES)} size="sm" aria-label={description} />
    </Stack>
  )
}

function useColumns(baseId: string, canEdit: boolean): Column<Row>[] {
  const t = useMessages('knowledge')
  const common = useMessages('common')
  const format = useFormat()
  const size = useSizeFormat()
  return [
    {
      key: 'title',
      header: t('documentTitle'),
      width: 'minmax(150px, 2fr)',
      cell: ({ id, title }) => (
        <TextLink to="/knowledge/$id" params={{ id: baseId }} search={{ document: id }}>
          {title}
        </TextLink>
      ),
    },
    { key: 'kind', header: t('type'), cell: ({ fileName }) => t(fileName === null ? 'text' : 'file'), isMinor: true },
    { key: 'size', header: t('size'), cell: ({ bytes }) => size(bytes), isNumber: true },
    { key: 'updated', header: t('updated'), cell: ({ updatedAt }) => format.moment(updatedAt), isMinor: true },
    ...(canEdit ? [{ key: 'actions', header: common('actions'), cell: (row: Row) => <Remove document={row} /> }] : []),
  ]
}

function Remove({ document: { id, title } }: { document: Row }) {
  const t = useMessages('knowledge')
  const confirm = useConfirm()
  const [remove, isRunning] = useAction(RemoveKnowledgeDocumentDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('removeTitle', { title }), body: t('removeAbout'), action: t('remove'), danger: true })
    if (isSure) await remove({ id }, { success: t('removed') })
  }
  return (
    <Group>
      <ActionIcon variant="subtle" color="gray" loading={isRunning} onClick={() => void ask()} aria-label={t('removeDocument', { title })}>
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
