import { Badge, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { CONSENT_COLUMNS, LEAD_COLUMNS } from '../../../../../src/inputs/leadFiles.ts'
import { useLanguage } from '../../../languages.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { listCountries } from '../../../parts/forms/countries.ts'
import { FieldGrid } from '../../../parts/forms/FormRow.tsx'
import { FieldGroup } from '../../../parts/forms/FieldGroup.tsx'
import type { Mapping, ParseOptions } from './useLeadPreview.ts'

interface LeadMappingProps {
  columns: readonly string[]
  reading: ParseOptions & { mapping: Mapping }
  onChange: (reading: ParseOptions) => void
}

/** Maps columns to phone number, name, external ID, time zone, and the fields of a consent. Other columns become custom fields. */
export function LeadMapping({ columns, reading, onChange }: LeadMappingProps) {
  const { mapping } = reading
  const t = useMessages('leads')
  const word = useWords()
  const language = useLanguage()
  const countries = useMemo(() => listCountries(language), [language])
  const mappedColumns = Object.values(mapping).filter((column) => column != null)
  const others = columns.filter((column) => !mappedColumns.includes(column))
  const choose = (field: string) => (column: string | null) => onChange({ ...reading, mapping: { ...unmapColumn(mapping, column), [field]: column } })
  return (
    <Stack gap="sm" component="section" aria-label={t('mapping')}>
      <Title order={3} size="h5">
        {t('mapping')}
      </Title>
      <FieldGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {LEAD_COLUMNS.map((field) => (
          <Select
            key={field}
            label={word('leadColumn', field)}
            data={[...columns]}
            value={mapping[field] ?? null}
            onChange={choose(field)}
            searchable
            clearable={field !== 'phone_number'}
            clearButtonProps={{ 'aria-label': t('noColumn') }}
            required={field === 'phone_number'}
            placeholder={t('noColumn')}
          />
        ))}
      </FieldGrid>
      <ConsentMapping columns={columns} mapping={mapping} onChoose={choose} />
      {others.length > 0 && (
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {t('becomesData')}
          </Text>
          {others.map((column) => (
            <Badge key={column} variant="light" color="gray" maw={220} title={column}>
              <bdi>{column}</bdi>
            </Badge>
          ))}
        </Group>
      )}
      <FieldGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('country')}
          description={t('countryAbout')}
          data={countries}
          value={reading.defaultCountry}
          onChange={(defaultCountry) => onChange({ ...reading, defaultCountry })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('noCountry') }}
          placeholder={t('noCountry')}
        />
        <Select
          label={t('onExisting')}
          description={t('onExistingAbout')}
          data={[
            { value: 'skip', label: t('existingSkip') },
            { value: 'update', label: t('existingUpdate') },
          ]}
          value={reading.onExisting}
          allowDeselect={false}
          onChange={(onExisting) => onChange({ ...reading, onExisting: onExisting ?? 'skip' })}
        />
      </FieldGrid>
    </Stack>
  )
}

interface ConsentMappingProps {
  columns: readonly string[]
  mapping: Mapping
  onChoose: (field: string) => (column: string | null) => void
}

function ConsentMapping({ columns, mapping, onChoose }: ConsentMappingProps) {
  const t = useMessages('leads')
  const labels: Record<(typeof CONSENT_COLUMNS)[number], string> = {
    consent_basis: t('columnConsentBasis'),
    consent_purpose: t('columnConsentPurpose'),
    consent_text: t('columnConsentText'),
    consent_source: t('columnConsentSource'),
    consent_given_at: t('columnConsentGivenAt'),
    consent_evidence: t('columnConsentEvidence'),
    consent_expires_at: t('columnConsentExpiresAt'),
  }
  return (
    <FieldGroup title={t('consentMapping')}>
      <FieldGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {CONSENT_COLUMNS.map((field) => (
          <Select
            key={field}
            label={labels[field]}
            data={[...columns]}
            value={mapping[field] ?? null}
            onChange={onChoose(field)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('noColumn') }}
            placeholder={t('noColumn')}
          />
        ))}
      </FieldGrid>
    </FieldGroup>
  )
}

/** Unmaps a column, since it can hold only one field. */
const unmapColumn = (mapping: Mapping, column: string | null) =>
  Object.fromEntries(Object.entries(mapping).map(([field, held]) => [field, held === column ? null : held]))
