import { createElement, type ReactNode, useState } from 'react'
import { MAX_CONTENT } from '../../../../../src/inputs/leadFiles.ts'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { problemOf } from '../../../api/problems.ts'
import { ErrorText } from '../../../parts/text/ErrorText.tsx'
import { sendUpload, prepareUpload } from '../../../api/upload.ts'
import { UploadLeadsDocument } from './LeadUpload.gql.ts'

export const MEGABYTE = 1024 * 1024

/** Uploads a file, or pasted rows as one. `sent` is the sent share, or null while idle. */
export function useLeadUpload(campaignId: string, onUploaded: (importId: string) => void) {
  const t = useMessages('leads')
  const format = useFormat()
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<ReactNode>(null)
  const tooLarge = t('fileTooLarge', { megabytes: format.number(MAX_CONTENT / MEGABYTE) })
  const upload = async (fileName: string, readContent: () => Promise<string>) => {
    setProblem(null)
    setSent(0)
    try {
      const content = await readContent()
      if (!content.trim()) return setProblem(t('fileEmpty'))
      const request = prepareUpload(UploadLeadsDocument, {
        campaignId,
        input: { fileName: fileName.slice(-200), format: formatOf(fileName, content), content },
      })
      if (request.body.size > MAX_CONTENT) setProblem(tooLarge)
      else onUploaded((await sendUpload(request, setSent)).uploadLeads.import.id)
    } catch (error) {
      setProblem(error instanceof SheetError ? t('sheetUnreadable') : createElement(ErrorText, { problem: problemOf(error as Error) }))
    } finally {
      setSent(null)
    }
  }
  const takeFile = async (file: File | null) => {
    if (!file || sent !== null) return
    if (file.size === 0) return setProblem(t('fileEmpty'))
    if (file.size > MAX_CONTENT) return setProblem(tooLarge)
    await upload(file.name, () => (isWorkbook(file) ? readSheet(file) : file.text()))
  }
  const takeText = async (text: string) => {
    if (sent === null) await upload(t('pastedRows'), () => Promise.resolve(text))
  }
  return { sent, problem, takeFile, takeText }
}

const isWorkbook = ({ name }: File) => /\.xlsx$/i.test(name)

/** Detects JSON by the file name or the first character. */
const formatOf = (name: string, content: string) => (/\.json$/i.test(name) || /^\s*[[{]/.test(content.slice(0, 100)) ? 'json' : 'csv')

class SheetError extends Error {}

/** Milliseconds after which a workbook counts as unreadable. */
const MAX_READING_MS = 30_000

/** Reads the first sheet of a workbook as CSV, in a thread that a hostile file cannot keep. Throws SheetError. */
async function readSheet(file: File): Promise<string> {
  const worker = new Worker(new URL('./sheetWorker.ts', import.meta.url), { type: 'module' })
  try {
    const bytes = await file.arrayBuffer()
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new SheetError())
      setTimeout(fail, MAX_READING_MS)
      worker.onerror = fail
      worker.onmessage = ({ data }: MessageEvent<{ csv: string | null }>) => (data.csv === null ? fail() : resolve(data.csv))
      worker.postMessage(bytes, [bytes])
    })
  } finally {
    worker.terminate()
  }
}
