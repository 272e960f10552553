import { Alert, Button, Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { Phone, PhoneCall } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CallInput } from '../../../../src/inputs/calls.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../../parts/Confirm.tsx'
import { NumberPicker } from '../../parts/forms/pickers.tsx'
import { fillVariables, isUnfilled, VariableFields } from '../../parts/forms/VariableFields.tsx'
import { TimingCheck } from '../../parts/forms/TimingCheck.tsx'
import { EmptyState } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useServerInfo } from '../../parts/viewer.tsx'
import { type AgentFieldsFragment, PlaceTestCallDocument } from './Agent.gql.ts'
import { Section } from '../../parts/page/Section.tsx'
import { AgentTestCall } from './AgentTestCall.tsx'
import type { AgentForm } from './editor/useAgentForm.ts'

interface AgentTestProps {
  agent: AgentFieldsFragment
  editor: AgentForm
}

/** Places a test call with the published agent and shows it live. */
export function AgentTest({ agent, editor }: AgentTestProps) {
  const t = useMessages('agents')
  const { call } = useSearch({ from: '/signed-in/agents/$id' })
  const isBehind = agent.hasUnpublishedChanges || editor.isDirty
  if (!agent.isPublished || !agent.isActive)
    return (
      <EmptyState icon={Phone} title={t(agent.isActive ? 'testNotYet' : 'isArchived')}>
        {t(agent.isActive ? 'testNotYetAbout' : 'archivedAbout')}
      </EmptyState>
    )
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Section title={t('placeTest')} about={isBehind ? undefined : t('placeTestAbout')}>
        {isBehind && <Alert color="warn">{t('testBehind')}</Alert>}
        <PlaceCall agent={agent} />
      </Section>
      <Section title={t('testCall')}>
        {call ? (
          <AgentTestCall key={call} id={call} />
        ) : (
          <EmptyState icon={PhoneCall} title={t('noTestCall')}>
            {t('noTestCallAbout')}
          </EmptyState>
        )}
      </Section>
    </SimpleGrid>
  )
}

function PlaceCall({ agent }: { agent: AgentFieldsFragment }) {
  const t = useMessages('agents')
  const common = useMessages('common')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const { simulatedEngines } = useServerInfo()
  const isSimulated = simulatedEngines.includes(agent.voiceEngine)
  const [place, isRunning] = useAction(PlaceTestCallDocument)
  const [variables, setVariables] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const form = useAppForm({ toNumber: isSimulated ? SIMULATED[0]!.number : '', fromNumberId: null as string | null, agentId: agent.id }, CallInput)
  const isIncomplete = agent.publishedVariables.some((variable) => isUnfilled(variable, variables))
  const call = form.onSubmit(async (values) => {
    if (isIncomplete) return
    const toNumber = values.toNumber.trim()
    const isSure =
      isSimulated || (await confirm({ title: t('realCallTitle', { number: toNumber }), body: t('realCallAbout'), action: t('call'), danger: true }))
    if (!isSure) return
    const done = await place(
      { input: { ...values, toNumber, variables: fillVariables(agent.publishedVariables, variables) } },
      { handleError: form.showServerErrors },
    )
    if (done) await navigate({ to: '/agents/$id', params: { id: agent.id }, search: { tab: 'test', call: done.placeCall.id } })
  })
  const send = (event: FormEvent<HTMLFormElement>) => {
    setTried(true)
    call(event)
  }
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-start" gap="sm">
        {isSimulated && (
          <Select
            label={t('scenario')}
            description={t('scenarioAbout')}
            w="100%"
            allowDeselect={false}
            data={SIMULATED.map(({ number, name }) => ({ value: number, label: `${t(name)} · ${number}` }))}
            value={SIMULATED.some(({ number }) => number === form.values.toNumber) ? form.values.toNumber : null}
            placeholder={t('anyNumber')}
            onChange={(number) => form.setFieldValue('toNumber', number ?? '')}
          />
        )}
        <TextInput label={t('toNumber')} type="tel" placeholder="+390212340100" required flex={1} miw={180} {...form.getInputProps('toNumber')} />
        <NumberPicker label={t('fromNumber')} placeholder={t('firstNumber')} clearable flex={1} miw={180} {...form.getInputProps('fromNumberId')} />
        <VariableFields
          title={t('variables')}
          variables={agent.publishedVariables}
          entered={variables}
          error={isTried ? common('required') : undefined}
          onChange={setVariables}
        />
        <TimingCheck toNumber={form.values.toNumber} />
        <Button type="submit" loading={isRunning} leftSection={<Phone size={16} aria-hidden />} w="100%">
          {t('call')}
        </Button>
      </Group>
    </form>
  )
}

/** Simulated scenarios, selected by a number's last four digits. */
const SIMULATED = [
  { number: '+14155550100', name: 'simulatedSuccess' },
  { number: '+14155550011', name: 'simulatedLong' },
  { number: '+14155550007', name: 'simulatedRefusal' },
  { number: '+14155550010', name: 'simulatedCallback' },
  { number: '+14155550012', name: 'simulatedLanguage' },
  { number: '+14155550003', name: 'simulatedVoicemail' },
  { number: '+14155550002', name: 'simulatedNoAnswer' },
  { number: '+14155550001', name: 'simulatedBusy' },
] as const
