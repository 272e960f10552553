import { Button, FileButton, Group, List, Paper, Progress, Stack, Text } from '@mantine/core'
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactElement, useState } from 'react'
import { useMutation } from 'urql'
import { DOCUMENT_BYTES } from '../../../../src/inputs/knowledgeBases.ts'
import { useMessages } from '../../messages.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'
import { AddKnowledgeFileDocument } from './KnowledgeBase.gql.ts'
import { useSizeFormat } from '../../parts/text/useSizeFormat.ts'

const KINDS = '.txt,.md,.markdown,.csv,.json,.html,.htm'

/** Upload status of a file: pending, added, or failed with a reason. */
interface UploadStatus {
  name: string
  problem?: ReactElement | string
  isDone: boolean
}

/** Uploads chosen or dropped files one after the other. */
export function KnowledgeUpload({ baseId }: { baseId: string }) {
  const t = useMessages('knowledge')
  const size = useSizeFormat()
  const { files, send } = useUploads(baseId)
  const [isOver, setOver] = useState(false)
  const done = files.filter(({ isDone }) => isDone).length
  const isRunning = done < files.length
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isRunning) void send([...event.dataTransfer.files])
  }
  return (
    <Paper
      withBorder
      p="sm"
      style={{ borderStyle: 'dashed' }}
      bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {t('dropHere', { size: size(DOCUMENT_BYTES) })}
          </Text>
          <FileButton multiple accept={KINDS} onChange={(chosen) => void send(chosen)} inputProps={{ 'aria-label': t('upload') }}>
            {(props) => (
              <Button {...props} variant="default" size="xs" leftSection={<Upload size={14} aria-hidden />} loading={isRunning}>
                {t('upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        {files.length > 0 && (
          <Stack gap={4} role="status">
            <Progress value={(100 * done) / files.length} size="sm" aria-label={t('uploaded', { done, count: files.length })} />
            <Text size="sm">{t('uploaded', { done: done - files.filter(({ problem }) => problem).length, count: files.length })}</Text>
            <List size="sm">
              {files
                .filter(({ problem }) => problem)
                .map(({ name, problem }) => (
                  <List.Item key={name} c="bad">
                    <b>{name}</b>: {problem}
                  </List.Item>
                ))}
            </List>
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

function useUploads(baseId: string) {
  const t = useMessages('knowledge')
  const size = useSizeFormat()
  const [files, setFiles] = useState<UploadStatus[]>([])
  const [, add] = useMutation(AddKnowledgeFileDocument)
  const sendOne = async (file: File): Promise<UploadStatus['problem']> => {
    if (file.size > DOCUMENT_BYTES) return t('tooLarge', { size: size(DOCUMENT_BYTES) })
    const { error } = await add({ id: baseId, input: { fileName: file.name, contentBase64: await base64Of(file) } })
    return error && <ErrorText problem={problemOf(error)} />
  }
  const send = async (chosen: File[]) => {
    setFiles(chosen.map(({ name }) => ({ name, isDone: false })))
    for (const [index, file] of chosen.entries()) {
      // Sequential, because the server locks the base while it adds a document.
      const problem = await sendOne(file)
      setFiles((now) => now.with(index, { name: file.name, problem, isDone: true }))
    }
  }
  return { files, send }
}

/** Encodes the raw file, so that the server decides whether it is text. */
const base64Of = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
    reader.readAsDataURL(file)
  })
