import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { useFormat } from '../../../format.ts'
import { useMessages } from '../../../messages.ts'
import { TextLink } from '../../../parts/page/links.tsx'
import { useCan } from '../../../parts/viewer.tsx'
import { LeadImportCampaignAgentDocument, LeadImportVariablesDocument } from './LeadUpload.gql.ts'
import type { Mapping } from './useLeadPreview.ts'

interface LeadVariablesProps {
  campaignId: string
  columns: readonly string[]
  mapping: Mapping
}

/** Which variables of the campaign's agent the file fills, and which nobody fills. Calls use the published version, if there is one. */
export function LeadVariables({ campaignId, columns, mapping }: LeadVariablesProps) {
  const t = useMessages('leads')
  const format = useFormat()
  const canReadAgents = useCan('agents:read')
  const canReadCampaigns = useCan('campaigns:read')
  const [{ data: found }] = useQuery({ query: LeadImportCampaignAgentDocument, variables: { id: campaignId }, pause: !canReadAgents || !canReadCampaigns })
  const agentId = found?.campaign.agentRefId
  const [{ data }] = useQuery({ query: LeadImportVariablesDocument, variables: { agentId: agentId ?? '' }, pause: agentId == null })
  if (!data) return null
  const { id, name: agent, isPublished, variables, publishedVariables } = data.agent
  const used = isPublished ? publishedVariables : variables
  if (used.length === 0) return null
  const fields = listFields(columns, mapping)
  const filled = used.filter(({ name }) => fields.has(name))
  const empty = used.filter(({ name, defaultValue }) => !fields.has(name) && defaultValue === null)
  const names = (items: typeof used) => format.list(items.map(({ name }) => name))
  return (
    <Alert role="status" color={empty.length > 0 ? 'warn' : 'gray'} title={t('agentVariables', { agent })}>
      <Stack gap={4}>
        {filled.length > 0 && <Text size="sm">{t('variablesFilled', { names: names(filled) })}</Text>}
        {empty.length > 0 && (
          <Group gap="xs">
            <Text size="sm">{t('variablesEmpty', { names: names(empty), count: empty.length })}</Text>
            <TextLink to="/agents/$id" params={{ id }}>
              {t('setDefaults')}
            </TextLink>
          </Group>
        )}
        {filled.length === 0 && empty.length === 0 && <Text size="sm">{t('variablesDefault')}</Text>}
      </Stack>
    </Alert>
  )
}

/** The variables that a lead of this file has: number, name, and its custom fields. */
function listFields(columns: readonly string[], mapping: Mapping): Set<string> {
  const mappedColumns = new Set(Object.values(mapping))
  return new Set(['phone_number', ...(mapping.name ? ['name'] : []), ...columns.filter((column) => !mappedColumns.has(column))])
}
