import { useState } from 'react'
import { executeOperation } from '../../../api/execute.ts'
import { useMessages } from '../../../messages.ts'
import { downloadFile } from '../../../parts/tables/downloadFile.ts'
import { useErrorToast } from '../../../parts/useAction.ts'
import { accessToken } from '../../../api/session.ts'
import { type LeadImportCountsFragment, LeadErrorFileDocument } from './LeadUpload.gql.ts'

/** Downloads the failed rows of an import as CSV. Bypasses the cache, since the file can be large. */
export function useErrorDownload({ id, fileName }: Pick<LeadImportCountsFragment, 'id' | 'fileName'>) {
  const t = useMessages('leads')
  const showError = useErrorToast()
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    try {
      const { leadImport } = await executeOperation(LeadErrorFileDocument, { id }, (await accessToken()) ?? undefined)
      downloadFile(t('errorFileName', { name: (fileName ?? id).replace(/\.\w+$/, '') }), leadImport.errorFile, 'text/csv;charset=utf-8')
    } catch (error) {
      showError(error as Error)
    } finally {
      setRunning(false)
    }
  }
  return [download, isRunning] as const
}
