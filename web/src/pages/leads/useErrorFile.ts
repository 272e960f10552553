import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { useMessages } from '../../messages.ts'
import { save } from '../../parts/save.ts'
import { messageOf } from '../../api/problems.ts'
import { accessToken } from '../../api/session.ts'
import { type CountsFragment, LeadErrorFileDocument } from './LeadUpload.gql.ts'

/** Saves the rows of an import that failed as a CSV file. It may be large, so that no cache keeps it. */
export function useErrorFile({ id, fileName }: Pick<CountsFragment, 'id' | 'fileName'>) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    try {
      const { leadImport } = await ask(LeadErrorFileDocument, { id }, (await accessToken()) ?? undefined)
      save(t('errorFileName', { name: (fileName ?? id).replace(/\.\w+$/, '') }), leadImport.errorFile, 'text/csv;charset=utf-8')
    } catch (error) {
      notifications.show({ color: 'red', title: common('refused'), message: messageOf(error as Error, common('offline')), role: 'alert' })
    } finally {
      setRunning(false)
    }
  }
  return [download, isRunning] as const
}
