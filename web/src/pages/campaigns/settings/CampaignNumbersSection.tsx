import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { Cable } from 'lucide-react'
import { useQuery } from 'urql'
import { CampaignSettingsInput } from '../../../../../src/inputs/campaignSettings.ts'
import { useFormat } from '../../../format.ts'
import { useMessages, useWords } from '../../../messages.ts'
import { ButtonLink } from '../../../parts/page/links.tsx'
import { EmptyState, QueryResult } from '../../../parts/page/States.tsx'
import { CampaignNumbersDocument } from './CampaignForm.gql.ts'
import { SectionForm, useSectionContext, useSection } from './CampaignSection.tsx'
import { PhoneNumber } from '../../../parts/text/PhoneNumber.tsx'

/** Form section: numbers to call from. Choosing any replaces a number that was set on the campaign itself. */
export function CampaignNumbersSection() {
  const t = useMessages('campaigns')
  const word = useWords()
  const format = useFormat()
  const { campaign } = useSectionContext()
  const { fromNumberId, settings } = campaign
  const chosen = settings.numberIds.length > 0 || !fromNumberId ? settings.numberIds : [fromNumberId]
  const section = useSection({ numberIds: chosen }, CampaignSettingsInput.pick({ numberIds: true }), ({ numberIds }) => ({
    settings: { numberIds },
    ...(fromNumberId && numberIds.join() !== fromNumberId ? { changes: { fromNumberId: null } } : {}),
  }))
  const result = useQuery({ query: CampaignNumbersDocument })
  return (
    <SectionForm section={section}>
      <QueryResult result={result}>
        {({ phoneNumbers }) => {
          const usable = phoneNumbers.nodes.filter(({ id, isActive }) => isActive || chosen.includes(id))
          if (usable.length === 0)
            return (
              <EmptyState icon={Cable} title={t('noNumbers')} action={<ButtonLink to="/numbers">{t('connectNumber')}</ButtonLink>}>
                {t('noNumbersAbout')}
              </EmptyState>
            )
          return (
            <Checkbox.Group label={t('numbers')} description={t('numbersAbout')} {...section.form.getInputProps('numberIds')}>
              <Stack gap="xs" mt="sm">
                {usable.map(({ id, phoneNumber, label, country, carrier, isActive }) => (
                  <Group key={id} gap="sm" wrap="nowrap" align="flex-start">
                    <Checkbox value={id} label={<PhoneNumber number={phoneNumber} />} />
                    <Text size="sm" c="dimmed">
                      {[label, country && format.country(country), word('carrier', carrier), isActive ? null : t('numberInactive')].filter(Boolean).join(' · ')}
                    </Text>
                  </Group>
                ))}
              </Stack>
            </Checkbox.Group>
          )
        }}
      </QueryResult>
    </SectionForm>
  )
}
