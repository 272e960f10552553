import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { CopyableNumber } from '../../parts/text/ContactLink.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Status } from '../../parts/Status.tsx'
import { LeadFacts } from './LeadFieldList.tsx'
import type { LeadQuery } from './Leads.gql.ts'

/** A lead's number, IDs and status, with links to its calls and import. */
export function LeadSummary({ lead }: { lead: LeadQuery['lead'] }) {
  const t = useMessages('leads')
  const common = useMessages('common')
  const word = useWords()
  const format = useFormat()
  const { id, campaignId, phoneNumber, externalId, status, attempts, lastOutcome, lastCallId, importId, createdAt } = lead
  const calls = (
    <TextLink to="/calls" search={{ number: phoneNumber, campaign: campaignId }}>
      {t('callsOf', { count: attempts })}
    </TextLink>
  )
  const last = (
    <TextLink to="/calls" search={{ call: lastCallId ?? undefined }}>
      {lastOutcome ? word('outcome', lastOutcome) : t('openCall')}
    </TextLink>
  )
  return (
    <LeadFacts
      facts={[
        [t('phone'), <CopyableNumber isContact key="phone" number={phoneNumber} />],
        [t('status'), <Status key="state" kind="lead" value={status} />],
        [t('attempts'), attempts > 0 ? calls : format.number(0)],
        ...(lastCallId ? [[t('lastOutcome'), last] as const] : []),
        ...(externalId ? [[t('externalId'), <CopyableText key="externalId" value={externalId} name={t('externalId')} />] as const] : []),
        [common('id'), <CopyableText key="id" value={id} name={common('id')} />],
        [common('created'), format.moment(createdAt)],
        ...(importId
          ? [
              [
                t('import'),
                <TextLink key="import" to="/campaigns/$id/import" params={{ id: campaignId }} search={{ import: importId }}>
                  {t('openImport')}
                </TextLink>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}
