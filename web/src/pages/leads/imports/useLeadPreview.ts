import { useEffect, useState } from 'react'
import { type CombinedError, useClient } from 'urql'
import { type PreviewLeadImportMutation, PreviewLeadImportDocument } from './LeadUpload.gql.ts'
import type { ON_EXISTING } from '../../../../../src/inputs/leadImports.ts'

/** Lead fields mapped to columns. Unmapped fields are detected from the column names. */
export type Mapping = Partial<Record<string, string | null>>
export interface ParseOptions {
  mapping: Mapping | null
  defaultCountry: string | null
  onExisting: (typeof ON_EXISTING)[number]
}
export type Preview = Omit<PreviewLeadImportMutation['previewLeadImport'], 'mapping'> & { mapping: Mapping }

interface PreviewState {
  key: string
  preview: Preview | null
  error: CombinedError | null
}

/** Previews the first rows of a file with the latest options. Keeps the previous preview while loading. */
export function useLeadPreview(id: string, options: ParseOptions) {
  const client = useClient()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PreviewState>({ key: '', preview: null, error: null })
  const key = JSON.stringify([options, attempt])
  const isReadable = options.mapping === null || Boolean(options.mapping.phone_number)
  useEffect(() => {
    if (!isReadable) return
    let isLatest = true
    const [input] = JSON.parse(key) as [ParseOptions]
    void client
      .mutation(PreviewLeadImportDocument, { id, input })
      .toPromise()
      .then(({ data, error }) => {
        if (isLatest) setState((before) => ({ key, preview: (data?.previewLeadImport as Preview | undefined) ?? before.preview, error: error ?? null }))
      })
    return () => void (isLatest = false)
  }, [client, id, key, isReadable])
  return { preview: state.preview, error: state.error, isStale: state.key !== key || state.error !== null, retry: () => setAttempt(attempt + 1) }
}
