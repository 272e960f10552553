import { useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { type PreviewLeadImportMutation, PreviewLeadImportDocument } from './LeadUpload.gql.ts'
import type { ON_EXISTING } from '../../../../src/inputs/leadImports.ts'

/** Which column of a file holds what; as the names of the columns say where nobody has said it. */
export type Mapping = Partial<Record<string, string | null>>
export interface Reading {
  mapping: Mapping | null
  defaultCountry: string | null
  onExisting: (typeof ON_EXISTING)[number]
}
export type Preview = Omit<PreviewLeadImportMutation['previewLeadImport'], 'mapping'> & { mapping: Mapping }

interface Known {
  key: string
  preview: Preview | null
  error: CombinedError | null
}

/** What would become of the first rows of a file that is read so; of the latest choice, while the one before stays in sight. */
export function useLeadPreview(id: string, reading: Reading) {
  const client = useClient()
  const [attempt, setAttempt] = useState(0)
  const [known, keep] = useState<Known>({ key: '', preview: null, error: null })
  const key = JSON.stringify([reading, attempt])
  const isReadable = reading.mapping === null || Boolean(reading.mapping.phone_number)
  useEffect(() => {
    if (!isReadable) return
    let isLatest = true
    const [input] = JSON.parse(key) as [Reading]
    void client
      .mutation(PreviewLeadImportDocument, { id, input })
      .toPromise()
      .then(({ data, error }) => {
        if (isLatest) keep((before) => ({ key, preview: (data?.previewLeadImport as Preview | undefined) ?? before.preview, error: error ?? null }))
      })
    return () => void (isLatest = false)
  }, [client, id, key, isReadable])
  return { preview: known.preview, error: known.error, isStale: known.key !== key || known.error !== null, retry: () => setAttempt(attempt + 1) }
}
