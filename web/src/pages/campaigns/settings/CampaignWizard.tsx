import { Alert, Box, Button, Card, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { Navigate, useNavigate, useSearch } from '../../../router/index.ts'
import { Check, Circle } from 'lucide-react'
import { useEffect } from 'react'
import { useQuery } from 'urql'
import { z } from 'zod'
import { Name } from '../../../../../src/inputs/common.ts'
import { useMessages } from '../../../messages.ts'
import { ButtonLink, PageLink, TextLink } from '../../../parts/page/links.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { QueryResult } from '../../../parts/page/States.tsx'
import { useAction } from '../../../parts/useAction.ts'
import { FORM_PAGE_WIDTH, FormLayout } from '../../../parts/forms/FormLayout.tsx'
import { useAppForm } from '../../../parts/forms/useAppForm.ts'
import { useCan } from '../../../parts/viewer.tsx'
import { CampaignSettingsDocument, CreateCampaignDocument, UpdateCampaignSettingsDocument } from './CampaignForm.gql.ts'
import { CampaignPreflightDocument } from '../start/CampaignReview.gql.ts'
import { OFFICE_HOURS } from './CampaignCallingHours.tsx'
import { CampaignReview } from '../start/CampaignReview.tsx'
import { type CampaignFields, CampaignSection } from './CampaignSection.tsx'
import { CampaignSectionForm } from './CampaignSections.tsx'
import { isEditable, isStep, type Step, stepOf, STEPS } from './campaignSteps.ts'
import { LeadUpload } from '../../leads/imports/LeadUpload.tsx'

/** Wizard that creates a campaign. Once it has a name it is stored as a draft, so that you can leave and come back. */
export function CampaignWizard() {
  const t = useMessages('campaigns')
  const common = useMessages('common')
  const { id } = useSearch({ from: '/signed-in/campaigns/new' })
  const canWrite = useCan('campaigns:write')
  if (id) return <Draft id={id} canWrite={canWrite} />
  return (
    <Page title={t('newTitle')} about={t('newAbout')}>
      {canWrite ? <NewDraft /> : <Alert>{common('readOnly')}</Alert>}
    </Page>
  )
}

/** First step: a draft needs only a name. Its calling hours are office hours until you choose others, so that it never calls at night by accident. */
function NewDraft() {
  const t = useMessages('campaigns')
  const navigate = useNavigate()
  const form = useAppForm({ name: '' }, z.object({ name: Name }))
  const [create, isCreating] = useAction(CreateCampaignDocument)
  const [setHours, isSettingHours] = useAction(UpdateCampaignSettingsDocument)
  const send = form.onSubmit(async (input) => {
    const result = await create({ input }, { handleError: form.showServerErrors })
    if (!result) return
    const { id } = result.createCampaign
    await setHours({ id, input: { callingWindows: [OFFICE_HOURS] } })
    void navigate({ to: '/campaigns/new', search: { id, step: 'agent' }, replace: true })
  })
  return (
    <FormLayout onSubmit={send} action={t('createAction')} isRunning={isCreating || isSettingHours}>
      <TextInput
        w="100%"
        label={t('name')}
        description={t('nameAbout')}
        placeholder={t('nameExample')}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormLayout>
  )
}

function Draft({ id, canWrite }: { id: string; canWrite: boolean }) {
  const t = useMessages('campaigns')
  const { step: requestedStep } = useSearch({ from: '/signed-in/campaigns/new' })
  const step = isStep(requestedStep) ? requestedStep : 'agent'
  const result = useQuery({ query: CampaignSettingsDocument, variables: { id } })
  return (
    <QueryResult result={result}>
      {({ campaign }) =>
        isEditable(campaign.status) ? (
          <Page
            title={campaign.name}
            about={t('wizardAbout')}
            actions={
              <ButtonLink to="/campaigns/$id" params={{ id }} variant="default">
                {t('toCampaign')}
              </ButtonLink>
            }
          >
            <Group align="flex-start" gap="xl" wrap="nowrap">
              <StepList id={id} step={step} />
              <Box flex={1} miw={0} maw={FORM_PAGE_WIDTH}>
                <StepChoice id={id} step={step} />
                <Title order={2} size="h3" mb="md">
                  {t(`step_${step}`)}
                </Title>
                <StepBody key={`${id} ${step}`} campaign={campaign} step={step} canWrite={canWrite} />
              </Box>
            </Group>
          </Page>
        ) : (
          <Navigate to="/campaigns/$id" params={{ id }} replace />
        )
      }
    </QueryResult>
  )
}

function StepList({ id, step }: { id: string; step: Step }) {
  const t = useMessages('campaigns')
  const marks = useStepMarks(id, step)
  return (
    <Box component="nav" aria-label={t('steps')} w={200} visibleFrom="md">
      {STEPS.map((each, index) => (
        <PageLink
          key={each}
          to="/campaigns/new"
          search={{ id, step: each }}
          label={`${index + 1}. ${t(`step_${each}`)}`}
          mark={<StepMark mark={marks?.[each]} />}
          aria-current={each === step ? 'step' : undefined}
        />
      ))}
    </Box>
  )
}

type Mark = 'done' | 'missing'

/** For each step whether the start still needs something of it. Asks again when the step changes, which saves it. */
function useStepMarks(id: string, step: Step): Record<Step, Mark> | null {
  const [{ data }, refetch] = useQuery({ query: CampaignPreflightDocument, variables: { id }, requestPolicy: 'cache-and-network' })
  useEffect(() => refetch({ requestPolicy: 'network-only' }), [step, refetch])
  if (!data) return null
  const { missing, ready } = data.campaignPreflight
  const incomplete = new Set(missing.map(({ requirement }) => stepOf(requirement)))
  const marks = STEPS.map((each) => [each, incomplete.has(each) || (each === 'review' && !ready) ? 'missing' : 'done'])
  return Object.fromEntries(marks) as Record<Step, Mark>
}

function StepMark({ mark }: { mark: Mark | undefined }) {
  const t = useMessages('campaigns')
  if (mark === undefined) return null
  return mark === 'done' ? <Check size={14} aria-label={t('stepDone')} /> : <Circle size={14} aria-label={t('stepMissing')} opacity={0.6} />
}

/** The step list of narrow windows. */
function StepChoice({ id, step }: { id: string; step: Step }) {
  const t = useMessages('campaigns')
  const navigate = useNavigate()
  return (
    <NativeSelect
      hiddenFrom="md"
      mb="lg"
      label={t('stepOf', { number: STEPS.indexOf(step) + 1, count: STEPS.length })}
      value={step}
      onChange={({ target }) => void navigate({ to: '/campaigns/new', search: { id, step: target.value } })}
      data={STEPS.map((value, index) => ({ value, label: `${index + 1}. ${t(`step_${value}`)}` }))}
    />
  )
}

function StepBody({ campaign, step, canWrite }: { campaign: CampaignFields; step: Step; canWrite: boolean }) {
  const navigate = useNavigate()
  const goBy = (steps: number) => void navigate({ to: '/campaigns/new', search: { id: campaign.id, step: STEPS[STEPS.indexOf(step) + steps] } })
  const onNext = () => goBy(1)
  const onBack = step === STEPS[0] ? undefined : () => goBy(-1)
  if (step === 'review') return <CampaignReview campaign={campaign} />
  if (step === 'leads') return <LeadsStep campaign={campaign} onNext={onNext} onBack={() => goBy(-1)} />
  return (
    <CampaignSection value={{ campaign, onNext, onBack, canWrite }}>
      <CampaignSectionForm section={step} />
    </CampaignSection>
  )
}

function LeadsStep({ campaign, onNext, onBack }: { campaign: CampaignFields; onNext: () => void; onBack: () => void }) {
  const t = useMessages('campaigns')
  const { pending, total } = campaign.stats.leads
  return (
    <Stack gap="lg">
      <Card withBorder role="status">
        <Group justify="space-between">
          {total === 0 ? t('noLeadsYet') : t('leadsWait', { pending, total })}
          {total > 0 && (
            <TextLink to="/campaigns/$id" params={{ id: campaign.id }} search={{ tab: 'leads' }}>
              {t('seeLeads')}
            </TextLink>
          )}
        </Group>
      </Card>
      <LeadUpload campaignId={campaign.id} />
      <Group>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button onClick={onNext} variant={total > 0 ? 'filled' : 'default'}>
          {t('next')}
        </Button>
      </Group>
    </Stack>
  )
}
