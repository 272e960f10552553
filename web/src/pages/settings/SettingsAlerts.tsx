import { useQuery } from 'urql'
import { ALERT_KINDS } from '../../../../src/inputs/alerts.ts'
import { useFormat } from '../../format.ts'
import { useMessages, useWords } from '../../messages.ts'
import { Facts } from '../../parts/page/Facts.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { Section } from '../../parts/page/Section.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useCan } from '../../parts/viewer.tsx'
import { AlertThresholds } from './AlertThresholds.tsx'
import { AlertRecipients } from './AlertRecipients.tsx'
import { AlertSettingsDocument, type AlertSettingsQuery } from './Settings.gql.ts'

/** When alerts are raised and who is emailed. */
export function SettingsAlerts() {
  const t = useMessages('settings')
  const format = useFormat()
  const canChange = useCan('members:write')
  const canSetBalance = useCan('billing:write')
  const result = useQuery({ query: AlertSettingsDocument })
  return (
    <Section title={t('alertLimits')} about={canChange ? t('alertLimitsAbout') : t('adminsOnly')} actions={<TextLink to="/alerts">{t('toAlerts')}</TextLink>}>
      <QueryResult result={result}>
        {({ alertSettings, wallet }) => {
          const lowBalanceThreshold = format.cents(wallet.lowBalanceThreshold, wallet.currency)
          const balance = { name: t('lowBalance'), value: lowBalanceThreshold, about: canSetBalance && <TextLink to="/billing">{t('toLowBalance')}</TextLink> }
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

function AlertSummary({ current }: { current: AlertSettingsQuery['alertSettings'] }) {
  const t = useMessages('settings')
  const common = useMessages('common')
  const word = useWords()
  const { failureRatePercent, failureRateCalls, webhookFailures, numberUnansweredPercent, numberUnansweredCalls, mutedTypes } = current
  const share = (percent: number | null, calls: number) => (percent === null ? t('never') : t('shareOf', { percent, calls }))
  const emailedTypes = ALERT_KINDS.filter((kind) => !mutedTypes.includes(kind)).map((kind) => word('alert', kind))
  return (
    <Facts
      facts={[
        { name: t('failureRate'), value: share(failureRatePercent, failureRateCalls) },
        { name: t('unanswered'), value: share(numberUnansweredPercent, numberUnansweredCalls) },
        { name: t('webhookFailures'), value: webhookFailures === null ? t('never') : t('inARow', { count: webhookFailures }) },
        { name: t('emailTypes'), value: emailedTypes.join(', ') || common('none') },
      ]}
    />
  )
}
