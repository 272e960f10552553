import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { InboundInput } from '../../../../src/inputs/numbers.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { CopyableText } from '../../parts/text/Copy.tsx'
import { TextLink } from '../../parts/page/links.tsx'
import { AgentPicker } from '../../parts/forms/pickers.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan } from '../../parts/viewer.tsx'
import { type NumberFieldsFragment, UpdateInboundRoutingDocument } from './NumberDetail.gql.ts'

type Inbound = Pick<NumberFieldsFragment, 'inboundEnabled' | 'inboundAgentId' | 'assistantRequestUrl'>

const toValues = ({ inboundEnabled, inboundAgentId, assistantRequestUrl }: Inbound) => ({
  enabled: inboundEnabled,
  agentId: inboundAgentId,
  assistantRequestUrl: assistantRequestUrl ?? '',
})
const toInput = ({ enabled, agentId, assistantRequestUrl }: ReturnType<typeof toValues>) => ({
  enabled,
  agentId,
  assistantRequestUrl: assistantRequestUrl.trim() || null,
})
const Rules = z.preprocess((values) => toInput(values as ReturnType<typeof toValues>), InboundInput)

/** Inbound routing of a number: none, an agent, or a server that chooses the agent. */
export function NumberInbound({ number }: { number: NumberFieldsFragment }) {
  const canChange = useCan('numbers:write')
  return canChange ? <InboundForm number={number} /> : <InboundSummary number={number} />
}

function InboundSummary({ number: { inboundEnabled, inboundAgent, assistantRequestUrl } }: { number: NumberFieldsFragment }) {
  const t = useMessages('numbers')
  if (!inboundEnabled) return <Text size="sm">{t('inboundOffAbout')}</Text>
  return (
    <Stack gap={4}>
      {assistantRequestUrl && <Text size="sm">{t('serverAsked', { url: assistantRequestUrl })}</Text>}
      {inboundAgent && (
        <Text size="sm" component="div">
          {t('agentAnswers')}{' '}
          <TextLink to="/agents/$id" params={{ id: inboundAgent.id }}>
            {inboundAgent.name}
          </TextLink>
        </Text>
      )}
    </Stack>
  )
}

function InboundForm({ number }: { number: NumberFieldsFragment }) {
  const t = useMessages('numbers')
  const common = useMessages('common')
  const form = useAppForm(toValues(number), Rules)
  const [set, isRunning] = useAction(UpdateInboundRoutingDocument)
  const [secret, show] = useState<string | null>(null)
  const send = form.onSubmit(async (values) => {
    // Unchanged fields are not sent: an agent that was archived meanwhile would be rejected.
    const changes = Object.fromEntries(Object.entries(toInput(values)).filter(([field]) => form.isDirty(field)))
    const done = await set({ id: number.id, input: changes }, { success: common('saved'), handleError: form.showErrors })
    if (!done) return
    form.resetDirty(values)
    if (done.setInbound.secret) show(done.setInbound.secret)
  })
  return (
    <FormLayout onSubmit={send} problem={{ title: common('refused'), text: form.problem }} isRunning={isRunning} isDisabled={!form.isDirty()}>
      <Switch label={t('inboundAnswer')} description={t('inboundAnswerAbout')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <AgentPicker
        onlyPublished
        clearable
        label={t('inboundAgent')}
        description={t('inboundAgentAbout')}
        placeholder={t('inboundAgentClear')}
        clearButtonProps={{ 'aria-label': t('inboundAgentClear') }}
        {...form.getInputProps('agentId')}
      />
      <TextInput
        label={t('serverUrl')}
        description={t('serverUrlAbout')}
        placeholder="https://example.com/who-answers"
        type="url"
        spellCheck={false}
        {...form.getInputProps('assistantRequestUrl')}
      />
      {number.secretSet && <Rotate id={number.id} onMade={show} />}
      {secret && (
        <Alert color="good" title={t('secretCreated')} role="status">
          <Stack gap="xs">
            <Text size="sm">{t('secretOnce')}</Text>
            <CopyableText value={secret} name={t('secret')} />
          </Stack>
        </Alert>
      )}
    </FormLayout>
  )
}

function Rotate({ id, onMade }: { id: string; onMade: (secret: string) => void }) {
  const t = useMessages('numbers')
  const confirm = useConfirm()
  const [set, isRunning] = useAction(UpdateInboundRoutingDocument)
  const ask = async () => {
    const isSure = await confirm({ title: t('rotateTitle'), body: t('rotateBody'), action: t('rotate'), danger: true })
    const done = isSure && (await set({ id, input: { rotateSecret: true } }))
    if (done && done.setInbound.secret) onMade(done.setInbound.secret)
  }
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('secretSet')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => void ask()} loading={isRunning}>
        {t('rotate')}
      </Button>
    </Group>
  )
}
