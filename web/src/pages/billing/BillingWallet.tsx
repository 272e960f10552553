import { Alert, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { ExternalLink } from 'lucide-react'
import { useQuery } from 'urql'
import { z } from 'zod'
import { useFormat } from '../../format.ts'
import { documentationLanguage, useLanguage } from '../../languages.ts'
import { useMessages } from '../../messages.ts'
import { AMOUNT, toAmount } from '../../parts/forms/amounts.ts'
import { ButtonLink, TextLink } from '../../parts/page/links.tsx'
import { Panel } from '../../parts/page/Panel.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormRow } from '../../parts/forms/FormRow.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { useCan, useServerInfo } from '../../parts/viewer.tsx'
import { BillingWalletDocument, type BillingWalletQuery, SetLowBalanceDocument } from './Billing.gql.ts'
import { BillingLedger } from './BillingLedger.tsx'

type Wallet = BillingWalletQuery['wallet']

/** Balance, low-balance alert, and transactions. */
export function BillingWallet() {
  const t = useMessages('billing')
  const result = useQuery({ query: BillingWalletDocument })
  usePolling(result[1])
  return (
    <Stack gap="md">
      <QueryResult result={result}>{({ wallet }) => <Balance wallet={wallet} />}</QueryResult>
      <Panel
        title={t('ledger')}
        aside={
          <ButtonLink size="xs" variant="default" to="/reports" search={{ make: 'ledger' }}>
            {t('exportLedger')}
          </ButtonLink>
        }
      >
        <BillingLedger />
      </Panel>
    </Stack>
  )
}

function Balance({ wallet }: { wallet: Wallet }) {
  const t = useMessages('billing')
  const language = documentationLanguage(useLanguage())
  const { balance, reserved, available, lowBalanceThreshold, currency } = wallet
  const { billingUrl } = useServerInfo()
  const isLow = Number(balance) < Number(lowBalanceThreshold)
  return (
    <Stack gap="md">
      {billingUrl && (
        <Group>
          <Button component="a" href={billingUrl} target="_blank" rel="noreferrer noopener" rightSection={<ExternalLink size={16} aria-hidden />}>
            {t('addFundsAction')}
          </Button>
        </Group>
      )}
      {isLow && (
        <Alert color="bad" role="status" title={t('lowTitle')}>
          {t('lowAbout')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        <Amount name="available" amount={available} currency={currency} />
        <Amount name="reserved" amount={reserved} currency={currency} />
        <Amount name="balance" amount={balance} currency={currency} />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {!billingUrl && `${t('addFunds')} `}
        <TextLink underline="always" to="/docs/$language/$slug" params={{ language, slug: 'billing' }}>
          {t('addFundsMore')}
        </TextLink>
      </Text>
      <Panel title={t('warning')}>
        {useCan('billing:write') ? <Warning key={lowBalanceThreshold} wallet={wallet} /> : <LowBalanceAlert wallet={wallet} />}
      </Panel>
    </Stack>
  )
}

function Amount({ name, amount, currency }: { name: 'available' | 'reserved' | 'balance'; amount: string; currency: string }) {
  const t = useMessages('billing')
  const format = useFormat()
  return (
    <Panel title={t(name)}>
      <Text fz={28} fw={600} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }} data-amount={name}>
        {format.cents(amount, currency)}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`${name}About`)}
      </Text>
    </Panel>
  )
}

function LowBalanceAlert({ wallet: { lowBalanceThreshold, currency } }: { wallet: Wallet }) {
  const t = useMessages('billing')
  const format = useFormat()
  return <Text size="sm">{Number(lowBalanceThreshold) > 0 ? t('warnedAt', { amount: format.cents(lowBalanceThreshold, currency) }) : t('notWarned')}</Text>
}

function Warning({ wallet: { lowBalanceThreshold, currency } }: { wallet: Wallet }) {
  const t = useMessages('billing')
  const common = useMessages('common')
  const form = useAppForm(
    { amount: String(Number(lowBalanceThreshold)) },
    z.object({ amount: z.string().refine((text) => AMOUNT.test(text), { error: t('amountWrong') }) }),
  )
  const [save, isRunning] = useAction(SetLowBalanceDocument)
  const send = form.onSubmit(({ amount }) => void save({ amount: toAmount(amount) }, { success: common('saved'), handleError: form.showServerErrors }))
  return (
    <FormRow onSubmit={send} action={common('save')} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <TextInput
        label={t('warnBelow')}
        description={t('warnBelowAbout')}
        inputMode="decimal"
        rightSection={currency}
        rightSectionWidth={52}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('amount')}
      />
    </FormRow>
  )
}
