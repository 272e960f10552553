import { Select, Text, TextInput } from '@mantine/core'
import { useQuery } from 'urql'
import { useMessages, useWords, type WordKind } from '../../messages.ts'
import { CampaignPicker } from '../../parts/forms/pickers.tsx'
import { QueryResult } from '../../parts/page/States.tsx'
import { useAction } from '../../parts/useAction.ts'
import { FieldGrid } from '../../parts/forms/FormRow.tsx'
import { FormLayout } from '../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../parts/forms/useAppForm.ts'
import { useViewer } from '../../parts/viewer.tsx'
import { ExportReportDocument, ReportTypesDocument, type ReportTypesQuery } from './Reports.gql.ts'
import { Dialog } from '../../parts/page/Dialog.tsx'

interface ReportFormProps {
  /** Initial type of the export. */
  kind: string
  campaignId: string | null
  onClose: () => void
}

type Kind = ReportTypesQuery['reportTypes'][number]

/** Form of a new export: type, period, and filters. */
export function ReportForm(props: ReportFormProps) {
  const t = useMessages('reports')
  const result = useQuery({ query: ReportTypesDocument })
  return (
    <Dialog onClose={props.onClose} title={t('create')} size="lg">
      <QueryResult result={result}>
        {({ reportTypes: reportKinds }) => <Form {...props} kinds={reportKinds.filter(({ isDataSubjectExport }) => !isDataSubjectExport)} />}
      </QueryResult>
    </Dialog>
  )
}

function Form({ kind, campaignId, kinds, onClose }: ReportFormProps & { kinds: readonly Kind[] }) {
  const t = useMessages('reports')
  const word = useWords()
  const { timezone } = useViewer().workspace
  const first = kinds.find(({ name }) => name === kind) ?? kinds[0]
  const [ask, isRunning] = useAction(ExportReportDocument)
  const empty = { from: '', to: '', status: null as string | null, outcome: '' }
  const form = useAppForm({ ...empty, type: first?.name ?? 'calls', format: first?.formats[0] ?? 'csv', campaignId })
  const selectedType = kinds.find(({ name }) => name === form.getValues().type)
  const send = form.onSubmit(async ({ from, to, status, outcome, campaignId: campaign, ...asked }) => {
    const filter = {
      campaignId: selectedType?.supportsCampaignFilter ? campaign : null,
      status: selectedType?.statuses.length ? status : null,
      outcome: selectedType?.supportsOutcomeFilter ? outcome.trim() || null : null,
    }
    const input = { ...asked, ...filter, from: from || null, to: to || null }
    const done = await ask({ input }, { success: t('requested'), handleError: form.showServerErrors })
    if (done) onClose()
  })
  return (
    <FormLayout onSubmit={send} action={t('createAction')} isRunning={isRunning} onCancel={onClose}>
      <FieldGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('type')}
          allowDeselect={false}
          data={kinds.map(({ name }) => ({ value: name, label: word('reportType', name) }))}
          {...form.getInputProps('type')}
          onChange={(name) => name && form.setValues({ type: name, status: null })}
          data-autofocus
        />
        <Select
          label={t('format')}
          allowDeselect={false}
          data={(selectedType?.formats ?? []).map((name) => ({ value: name, label: word('format', name) }))}
          {...form.getInputProps('format')}
        />
        <TextInput type="date" label={t('from')} description={t('fromAbout')} {...form.getInputProps('from')} />
        <TextInput type="date" label={t('to')} description={t('toAbout')} {...form.getInputProps('to')} />
        {selectedType?.supportsCampaignFilter && <CampaignPicker label={t('campaign')} clearable {...form.getInputProps('campaignId')} />}
        {selectedType && selectedType.statuses.length > 0 && (
          <Select
            label={t('status')}
            clearable
            data={selectedType.statuses.map((name) => ({ value: name, label: word(STATUS_GROUPS[selectedType.name] ?? 'call', name) }))}
            {...form.getInputProps('status')}
          />
        )}
        {selectedType?.supportsOutcomeFilter && <TextInput label={t('outcome')} {...form.getInputProps('outcome')} />}
      </FieldGrid>
      <Text size="sm" c="dimmed">
        {t('zone', { timezone })}
      </Text>
    </FormLayout>
  )
}

/** Message group of each type's statuses. */
const STATUS_GROUPS: Record<string, WordKind> = { leads: 'lead', messages: 'message' }
