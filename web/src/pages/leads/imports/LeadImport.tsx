import { Stack, Title } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '../../../router/index.ts'
import { useQuery } from 'urql'
import { useMessages } from '../../../messages.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { TextLink } from '../../../parts/page/links.tsx'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { LeadImports } from './LeadImports.tsx'
import { LeadImportSteps } from './LeadImportSteps.tsx'
import { LeadImportCampaignDocument } from './LeadUpload.gql.ts'
import { LeadSources } from './LeadUpload.tsx'

/** Page to import leads, and a campaign's earlier imports. The open import is in the URL. */
export function LeadImport() {
  const t = useMessages('leads')
  const { id } = useParams({ from: '/signed-in/campaigns/$id/import' })
  const { import: importId } = useSearch({ from: '/signed-in/campaigns/$id/import' })
  const navigate = useNavigate({ from: '/campaigns/$id/import' })
  const canWrite = useCan('leads:write')
  const open = (opened?: string) => void navigate({ search: { import: opened } })
  const result = useQuery({ query: LeadImportCampaignDocument, variables: { id } })
  const back = (
    <TextLink to="/campaigns/$id" params={{ id }} search={{ tab: 'leads' }}>
      {t('toLeads')}
    </TextLink>
  )
  return (
    <QueryResult result={result}>
      {({ campaign }) => (
        <Page title={t(canWrite ? 'importTitle' : 'importsTitle', { campaign: campaign.name })} about={back}>
          {importId ? (
            <LeadImportSteps
              key={importId}
              importId={importId}
              onAnother={() => open()}
              onDone={() => void navigate({ to: '/campaigns/$id', params: { id }, search: { tab: 'leads' } })}
            />
          ) : (
            canWrite && <LeadSources campaignId={id} onUploaded={open} />
          )}
          <Stack gap="sm">
            <Title order={2} size="h4">
              {t('imports')}
            </Title>
            <LeadImports campaignId={id} openId={importId} onOpen={open} />
          </Stack>
        </Page>
      )}
    </QueryResult>
  )
}
