import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useLocation, useNavigate, useParams } from '../../router/index.ts'
import { useEffect, useState } from 'react'
import { useQuery } from 'urql'
import { useFormat } from '../../format.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { anchorOf } from '../../parts/text/anchors.ts'
import { Markdown } from '../../parts/text/Markdown.tsx'
import { NotFound } from '../../parts/page/NotFound.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { problemOf } from '../../api/problems.ts'
import { useCan } from '../../parts/viewer.tsx'
import { DeleteDocumentDocument, DocumentPageDocument, type DocumentPageQuery } from './Document.gql.ts'
import { DocumentEditor } from './DocumentEditor.tsx'

type Page = DocumentPageQuery['document']

/** A documentation page, built-in or the workspace's own. */
export function DocumentPage() {
  const variables = useParams({ from: '/signed-in/docs/$language/$slug' })
  const result = useQuery({ query: DocumentPageDocument, variables })
  const [{ error }] = result
  if (error && problemOf(error)?.code === 'NOT_FOUND') return <NotFound />
  return <QueryResult result={result}>{({ document }) => <DocumentContent document={document} />}</QueryResult>
}

function DocumentContent({ document }: { document: Page }) {
  const t = useMessages('documentation')
  const format = useFormat()
  const { hash } = useLocation()
  // The URL's anchor is resolved before its heading has rendered, so scroll to it here.
  useEffect(() => {
    if (hash) window.document.getElementById(decodeURIComponent(hash))?.scrollIntoView()
  }, [hash, document.id])
  const about = document.isOwn ? t('ownPage', { day: format.day(document.updatedAt) }) : <TextLink to="/docs">{t('title')}</TextLink>
  return (
    <Page title={document.title} about={about} actions={document.isOwn && <Changes document={document} />}>
      <Group gap={48} align="flex-start" wrap="nowrap">
        <Box flex="0 1 auto" miw={0}>
          <Markdown text={document.body} language={document.language} />
        </Box>
        <Box w={240} flex="0 0 auto" visibleFrom="lg" pos="sticky" top={80}>
          <Headings body={document.body} />
        </Box>
      </Group>
    </Page>
  )
}

/** Table of contents. Ignores headings in code blocks. */
function Headings({ body }: { body: string }) {
  const t = useMessages('documentation')
  const headings = body.replace(/^```[\s\S]*?^```/gm, '').match(/^## .+$/gm) ?? []
  if (headings.length < 2) return null
  return (
    <Stack component="nav" aria-label={t('onThisPage')} gap={6}>
      <Title order={2} size="h6">
        {t('onThisPage')}
      </Title>
      {headings.map((heading) => {
        const text = heading.slice(3).replaceAll('`', '')
        return (
          <Text key={text} size="sm" component="a" href={`#${anchorOf(text)}`} c="dimmed">
            {text}
          </Text>
        )
      })}
    </Stack>
  )
}

function Changes({ document }: { document: Page }) {
  const t = useMessages('documentation')
  const common = useMessages('common')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [isEditing, edit] = useState(false)
  const [remove, isRunning] = useAction(DeleteDocumentDocument)
  const ask = async () => {
    const title = t('deleteTitle', { title: document.title })
    if (!(await confirm({ title, body: t('deleteBody'), action: t('deleteAction'), danger: true }))) return
    if (await remove({ id: document.id }, { success: t('deleted') })) void navigate({ to: '/docs' })
  }
  if (!useCan('documents:write')) return null
  return (
    <>
      <Button variant="default" onClick={() => edit(true)}>
        {common('edit')}
      </Button>
      <Button variant="default" onClick={() => void ask()} loading={isRunning}>
        {common('delete')}
      </Button>
      {isEditing && <DocumentEditor document={document} onClose={() => edit(false)} />}
    </>
  )
}
