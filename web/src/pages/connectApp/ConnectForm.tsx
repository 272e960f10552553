import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Approval, answerConsent, type ConsentRequest, isConsentClosed } from '../../api/consent.ts'
import { useMessages, useWords } from '../../messages.ts'
import { CapFields, toLimits, useCapForm, type CapFormValues } from '../../parts/forms/CapFields.tsx'
import { isCostly } from '../../parts/forms/scopeGroups.ts'
import { problemOf } from '../../api/problems.ts'
import { ErrorText } from '../../parts/text/ErrorText.tsx'
import { useSession } from '../../api/session.ts'
import { ConnectClient } from './ConnectClient.tsx'
import { ConnectScopes } from './ConnectScopes.tsx'

interface ConnectFormProps {
  uid: string
  request: ConsentRequest
  onAnswered: (isApproved: boolean) => void
  /** Called if the request expired or was answered elsewhere. */
  onClosed: () => void
}

const NO_LIMITS: CapFormValues = { callLimit: '', spendLimit: '' }

/** Consent form: the requested scopes and what the user grants. */
export function ConnectForm({ uid, request: { client, scopes, workspaces }, onAnswered, onClosed }: ConnectFormProps) {
  const t = useMessages('connect')
  const word = useWords()
  const { workspaceId } = useSession()
  const [workspace, choose] = useState(() => workspaces.find(({ id }) => String(id) === workspaceId) ?? workspaces[0]!)
  const [declined, decline] = useState<readonly string[]>([])
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)
  const form = useCapForm(NO_LIMITS)

  const granted = scopes.filter((scope) => workspace.scopes.includes(scope) && !declined.includes(scope))
  const isCostlyGrant = granted.some(isCostly)
  const answer = async (decision: Approval | { approve: false }) => {
    if (isRunning) return
    setRunning(true)
    setProblem(null)
    try {
      const redirectTo = await answerConsent(uid, decision)
      onAnswered(decision.approve)
      location.assign(redirectTo)
    } catch (error) {
      setRunning(false)
      if (isConsentClosed(error)) return onClosed()
      setProblem(<ErrorText problem={problemOf(error as Error)} />)
    }
  }
  const approve = (caps: CapFormValues) => {
    const { callLimit, spendLimit } = toLimits(caps)
    void answer({ approve: true, workspace_id: workspace.id, scopes: granted, call_limit: callLimit, spend_limit: spendLimit })
  }
  // Hidden limits are neither sent nor validated.
  const send = isCostlyGrant ? form.onSubmit(approve) : (event: FormEvent) => (event.preventDefault(), approve(NO_LIMITS))
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <ConnectClient client={client} />
        <Select
          label={t('workspace')}
          description={t('workspaceAbout')}
          data={workspaces.map(({ id, name, role }) => ({ value: String(id), label: t('workspaceRole', { name, role: word('role', role) }) }))}
          value={String(workspace.id)}
          onChange={(chosen) => choose(workspaces.find(({ id }) => String(id) === chosen) ?? workspace)}
          allowDeselect={false}
        />
        <ConnectScopes requested={scopes} grantable={workspace.scopes} granted={granted} onDecline={decline} />
        {isCostlyGrant && <CapFields form={form} />}
        {problem && (
          <Alert color="bad" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={isRunning} onClick={() => void answer({ approve: false })}>
            {t('deny')}
          </Button>
          <Button type="submit" loading={isRunning} disabled={granted.length === 0}>
            {t('approve')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t('takeBack')}
        </Text>
      </Stack>
    </form>
  )
}
