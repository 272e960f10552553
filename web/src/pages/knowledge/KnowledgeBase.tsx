import { Button, Grid, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '../../router/index.ts'
import { Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { KnowledgeBaseChanges } from '../../../../src/inputs/knowledgeBases.ts'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableId } from '../../parts/text/Copy.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { DeleteKnowledgeBaseDocument, KnowledgeBasePageDocument, UpdateKnowledgeBaseDocument, type KnowledgeBaseFieldsFragment } from './KnowledgeBase.gql.ts'
import { KnowledgeDocument } from './KnowledgeDocument.tsx'
import { KnowledgeDocuments } from './KnowledgeDocuments.tsx'
import { KnowledgeReferences } from './KnowledgeReferences.tsx'
import { useUnsavedGuard } from '../../parts/forms/useUnsavedGuard.ts'

const RECHECK_INTERVAL_MS = 3_000

/** Page of one knowledge base: documents, sync status, and references. */
export function KnowledgeBase() {
  const { id } = useParams({ from: '/signed-in/knowledge/$id' })
  const result = useQuery({ query: KnowledgeBasePageDocument, variables: { id } })
  const [{ data }, look] = result
  const isSyncing = data?.knowledgeBase.syncs.some(({ status }) => status === 'syncing') ?? false
  useEffect(() => {
    if (!isSyncing) return
    const timer = setInterval(() => look({ requestPolicy: 'network-only' }), RECHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isSyncing, look])
  return <QueryResult result={result}>{({ knowledgeBase }) => <BaseContent key={knowledgeBase.id} base={knowledgeBase} />}</QueryResult>
}

function BaseContent({ base }: { base: KnowledgeBaseFieldsFragment }) {
  const t = useMessages('knowledge')
  const format = useFormat()
  const canEdit = useCan('agents:write')
  const { document } = useSearch({ from: '/signed-in/knowledge/$id' })
  const about = (
    <Group gap="xs" pt={4}>
      <span>{t('versionOf', { number: base.version, moment: format.moment(base.updatedAt) })}</span>
      <CopyableId id={base.id} name={t('baseId')} />
    </Group>
  )
  return (
    <Page title={base.name} about={about} actions={canEdit && <Delete base={base} />}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <KnowledgeDocuments base={base} canEdit={canEdit} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <About base={base} canEdit={canEdit} />
            <KnowledgeReferences base={base} />
          </Stack>
        </Grid.Col>
      </Grid>
      {document && (canEdit || document !== 'new') && <KnowledgeDocument key={document} baseId={base.id} id={document} canEdit={canEdit} />}
    </Page>
  )
}

function About({ base, canEdit }: { base: KnowledgeBaseFieldsFragment; canEdit: boolean }) {
  const t = useMessages('knowledge')
  const common = useMessages('common')
  const form = useAppForm({ name: base.name, description: base.description ?? '' }, KnowledgeBaseChanges)
  const [update, isRunning] = useAction(UpdateKnowledgeBaseDocument)
  const isDirty = form.isDirty()
  useUnsavedGuard(isDirty)
  const send = form.onSubmit(async (values) => {
    const input = { name: values.name, description: values.description || null }
    if (await update({ id: base.id, input }, { success: common('saved'), handleError: form.showServerErrors })) form.resetDirty()
  })
  return (
    <Section title={t('aboutBase')}>
      <FormLayout onSubmit={send} isRunning={isRunning} isDisabled={!isDirty} isReadOnly={!canEdit}>
        <TextInput label={t('name')} required readOnly={!canEdit} maxLength={200} {...form.getInputProps('name')} />
        <Textarea
          label={t('description')}
          description={t('descriptionAbout')}
          autosize
          minRows={2}
          maxRows={8}
          readOnly={!canEdit}
          {...form.getInputProps('description')}
        />
      </FormLayout>
    </Section>
  )
}

function Delete({ base }: { base: KnowledgeBaseFieldsFragment }) {
  const t = useMessages('knowledge')
  const common = useMessages('common')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [remove, isRunning] = useAction(DeleteKnowledgeBaseDocument)
  const ask = async () => {
    const body = (
      <Stack gap="xs">
        <Text size="sm">{t('deleteAbout', { count: base.documentCount })}</Text>
        {base.usedBy.length > 0 && <Text size="sm">{t('deleteUsed')}</Text>}
      </Stack>
    )
    if (!(await confirm({ title: t('deleteTitle', { name: base.name }), body, action: t('deleteAction'), danger: true }))) return
    if (await remove({ id: base.id }, { success: t('deleted') })) await navigate({ to: '/knowledge' })
  }
  return (
    <Button variant="default" leftSection={<Trash2 size={16} aria-hidden />} loading={isRunning} onClick={() => void ask()}>
      {common('delete')}
    </Button>
  )
}
