import { useQuery } from 'urql'
import { NOTICE_KINDS } from '../../../../src/inputs/notices.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Facts } from '../../parts/Facts.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Section } from '../../parts/Section.tsx'
import { QueryResult } from '../../parts/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { AlertThresholds } from './AlertThresholds.tsx'
import { AlertRecipients } from './AlertRecipients.tsx'
import { NoticeSettingsDocument, type NoticeSettingsQuery } from './Settings.gql.ts'

/** When alerts are raised and who is emailed. */
export function SettingsAlerts() {
  const t = useMessages('settings')
  const format = useFormat()
  const canChange = useCan('members:write')
  const result = useQuery({ query: NoticeSettingsDocument })
  return (
    <Section
      title={t('noticeLimits')}
      about={canChange ? t('noticeLimitsAbout') : t('adminsOnly')}
      actions={<TextLink to="/notices">{t('toNotices')}</TextLink>}
    >
      <QueryResult result={result}>
        {({ alertSettings, wallet }) => {
          const lowBalanceThreshold = format.money(wallet.lowBalanceThreshold, wallet.currency)
          const balance = { name: t('lowBalance'), value: lowBalanceThreshold, about: <TextLink to="/billing">{t('toLowBalance')}</TextLink> }
          return (
            <>
              <Facts facts={[balance]} />
              {canChange ? <AlertThresholds current={alertSettings} /> : <AlertSummary current={alertSettings} />}
              <AlertRecipients settings={alertSettings} canChange={canChange} />
            </>
          )
        }}
      </QueryResult>
    </Section>
  )
}

function AlertSummary({ current }: { current: NoticeSettingsQuery['alertSettings'] }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const word = useWords()
  const { failureRatePercent, failureRateCalls, webhookFailures, numberUnansweredPercent, numberUnansweredCalls, mutedTypes } = current
  const share = (percent: number | null, calls: number) => (percent === null ? t('never') : t('shareOf', { percent, calls }))
  const emailedTypes = NOTICE_KINDS.filter((kind) => !mutedTypes.includes(kind)).map((kind) => word('notice', kind))
  return (
    <Facts
      facts={[
        { name: t('failureRate'), value: share(failureRatePercent, failureRateCalls) },
        { name: t('unanswered'), value: share(numberUnansweredPercent, numberUnansweredCalls) },
        { name: t('webhookFailures'), value: webhookFailures === null ? t('never') : t('inARow', { count: webhookFailures }) },
        { name: t('toldKinds'), value: emailedTypes.join(', ') || common('none') },
      ]}
    />
  )
}
