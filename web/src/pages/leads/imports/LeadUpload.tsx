import { Divider, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../messages.ts'
import { LeadForm } from '../LeadForm.tsx'
import { LeadFileDrop } from './LeadFileDrop.tsx'
import { LeadImportSteps } from './LeadImportSteps.tsx'

/** Adds leads to a campaign: by file upload with preview, or one by one. */
export function LeadUpload({ campaignId }: { campaignId: string }) {
  const [importId, choose] = useState<string | null>(null)
  if (importId) return <LeadImportSteps importId={importId} onAnother={() => choose(null)} />
  return <LeadSources campaignId={campaignId} onUploaded={choose} />
}

/** The two ways to add leads, before a file is chosen. */
export function LeadSources({ campaignId, onUploaded }: { campaignId: string; onUploaded: (importId: string) => void }) {
  const t = useMessages('leads')
  return (
    <Stack gap="lg">
      <LeadFileDrop campaignId={campaignId} onUploaded={onUploaded} />
      <Divider label={t('orByHand')} />
      <LeadForm campaignId={campaignId} />
    </Stack>
  )
}
