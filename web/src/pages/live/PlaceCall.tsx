import { Alert, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '../../router/index.ts'
import { useState } from 'react'
import { useQuery } from 'urql'
import { CallInput } from '../../../../src/inputs/calls.ts'
import { useMessages } from '../../messages.ts'
import { AgentPicker, NumberPicker } from '../../parts/forms/pickers.tsx'
import { fillVariables, isUnfilled, VariableFields } from '../../parts/forms/VariableFields.tsx'
import { TimingCheck } from '../../parts/forms/TimingCheck.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useCan, useServerInfo } from '../../parts/viewer.tsx'
import { LiveAgentVariablesDocument, PlaceLiveCallDocument } from './Live.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

/** Dialog that places one call, opened by the URL. The call is then shown live. */
export function PlaceCall() {
  const t = useMessages('live')
  const navigate = useNavigate()
  const search = useSearch({ from: '/signed-in/live' })
  const isOpen = useCan('calls:write') && search.place !== undefined
  const leave = (call = search.call) => void navigate({ to: '/live', search: { ...search, call, place: undefined } })
  return (
    <Dialog opened={isOpen} onClose={() => leave()} title={t('placeTitle')}>
      <Form onPlaced={leave} onCancel={() => leave()} />
    </Dialog>
  )
}

function Form({ onPlaced, onCancel }: { onPlaced: (id: string) => void; onCancel: () => void }) {
  const t = useMessages('live')
  const common = useMessages('common')
  const { simulated } = useServerInfo()
  const form = useAppForm<{ agentId: string | null; toNumber: string; fromNumberId: string | null }>(
    { agentId: null, toNumber: '', fromNumberId: null },
    CallInput,
  )
  const [place, isRunning] = useAction(PlaceLiveCallDocument)
  const agentId = form.values.agentId
  const [{ data }] = useQuery({ query: LiveAgentVariablesDocument, variables: { id: agentId ?? '' }, pause: agentId === null })
  const variables = data && data.agent.id === agentId ? data.agent.publishedVariables : []
  const [entered, enter] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const send = form.onSubmit(async ({ toNumber, fromNumberId }) => {
    setTried(true)
    if (variables.some((variable) => isUnfilled(variable, entered))) return
    const input = { agentId, toNumber: toNumber.trim(), fromNumberId, variables: fillVariables(variables, entered) }
    const result = await place({ input }, { handleError: form.showErrors })
    if (result) onPlaced(result.placeCall.id)
  })
  return (
    <FormLayout onSubmit={send} problem={{ title: t('notPlaced'), text: form.problem }} action={t('placeNow')} isRunning={isRunning} onCancel={onCancel}>
      {simulated && <Alert color="gray">{t('simulated')}</Alert>}
      <AgentPicker label={t('agent')} description={t('agentAbout')} onlyPublished required {...form.getInputProps('agentId')} />
      <TextInput label={t('toNumber')} placeholder="+14155550123" type="tel" required {...form.getInputProps('toNumber')} />
      <TimingCheck toNumber={form.values.toNumber} />
      <NumberPicker label={t('fromNumber')} placeholder={t('firstNumber')} clearable {...form.getInputProps('fromNumberId')} />
      <VariableFields title={t('variables')} variables={variables} entered={entered} error={isTried ? common('required') : undefined} onChange={enter} />
    </FormLayout>
  )
}
