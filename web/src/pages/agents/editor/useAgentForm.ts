import { useEffect, useState } from 'react'
import type { CombinedError } from 'urql'
import { z } from 'zod'
import { AdvancedAgentInput } from '../../../../../src/inputs/agents.ts'
import { useMessages } from '../../../messages.ts'
import { useAction } from '../../../parts/useAction.ts'
import { useAppForm } from '../../../parts/forms/useAppForm.ts'
import { problemOf } from '../../../api/problems.ts'
import { type AgentChanges, type AgentFieldsFragment, PublishAgentDocument, UpdateAgentDocument } from '../Agent.gql.ts'
import { useProblemText } from '../useProblemText.ts'
import { pathOf } from './agentFields.ts'

export type Item = Record<string, unknown>
/** A list of objects, or its text while it isn't valid JSON. */
export type Items = Item[] | string

/** Form values of an agent. Optional fields are empty strings. */
export type AgentValues = {
  name: string
  lang: string
  voiceEngine: string
  voiceId: string
  model: string
  systemPrompt: string
  firstMessage: string
  voicemailMessage: string
  generalTools: Items
  postCallAnalysisData: Items
  defaultVariables: Record<string, string>
  knowledgeBaseIds: string[]
  recordingEnabled: boolean
  maxDurationSeconds: number | string
  ringTimeoutSeconds: number | string
}

interface Problem {
  /** Form path of the field, such as `generalTools.0.url`. `null` if unknown. */
  path: string | null
  reason: string
}

const toValues = (agent: AgentFieldsFragment): AgentValues => ({
  name: agent.name,
  lang: agent.lang,
  voiceEngine: agent.voiceEngine,
  voiceId: agent.voiceId ?? '',
  model: agent.model,
  systemPrompt: agent.systemPrompt ?? '',
  firstMessage: agent.firstMessage ?? '',
  voicemailMessage: agent.voicemailMessage ?? '',
  generalTools: agent.generalTools as Item[],
  postCallAnalysisData: agent.postCallAnalysisData as Item[],
  defaultVariables: agent.defaultVariables as Record<string, string>,
  knowledgeBaseIds: agent.knowledgeBaseIds,
  recordingEnabled: agent.recordingEnabled,
  maxDurationSeconds: agent.maxDurationSeconds,
  ringTimeoutSeconds: agent.ringTimeoutSeconds,
})

/** Converts form values to API input. An empty field resets to its default. */
const toInput = (values: AgentValues) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value === '' && field !== 'name' ? null : value])) as AgentChanges

const Schema = z.preprocess((values) => toInput(values as AgentValues), AdvancedAgentInput)

/** Form state of an agent: editing, saving, publishing, and validation problems. */
export function useAgentForm(agent: AgentFieldsFragment) {
  const t = useMessages('agents')
  const textOf = useProblemText()
  const form = useAppForm<AgentValues>(toValues(agent), Schema)
  const [serverProblems, setServerProblems] = useState<Problem[]>([])
  const [update, isSaving] = useAction(UpdateAgentDocument)
  const [sendPublish, isPublishing] = useAction(PublishAgentDocument)
  const isDirty = form.isDirty()

  const toProblem = ({ field, ...problem }: ServerProblem): Problem => ({ path: field === null ? null : pathOf(field), reason: textOf(problem) })
  const begin = (saved: AgentFieldsFragment) => {
    form.setInitialValues(toValues(saved))
    form.setValues(toValues(saved))
    form.clearErrors()
    setServerProblems([])
  }
  useEffect(() => {
    if (!isDirty) begin(agent)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reset the form only when the agent changes
  }, [agent.updatedAt])

  /** Saves changed fields only, so that two people can edit different fields. Returns whether everything is saved. */
  const save = async ({ isQuiet = false } = {}): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const changed = Object.entries(toInput(form.getValues())).filter(([field]) => form.isDirty(field))
    if (changed.length === 0) return true
    const done = await update(
      { id: agent.id, input: Object.fromEntries(changed) },
      { success: isQuiet ? undefined : t('savedAgent'), handleError: form.showServerErrors },
    )
    if (done) begin(done.updateAgent)
    return done !== null
  }
  /** Saves pending changes and publishes the agent. Returns whether both succeeded. */
  const publish = async (): Promise<boolean> => {
    if (!(await save({ isQuiet: true }))) return false
    setServerProblems([])
    const keepReasons = (error: CombinedError) => {
      const reasons = reasonsOf(error).map(toProblem)
      setServerProblems(reasons)
      return reasons.length > 0
    }
    return (await sendPublish({ id: agent.id }, { success: t('publishedAgent'), handleError: keepReasons })) !== null
  }

  const draftProblems = agent.problems.map(toProblem)
  const isNew = ({ path, reason }: Problem) => !draftProblems.some((problem) => problem.path === path && problem.reason === reason)
  const problems = [...draftProblems, ...serverProblems.filter(isNew)].filter(({ path }) => !path || !form.isDirty(path.split('.')[0]!))
  /** Returns the problem of exactly this field. */
  const problemAt = (path: string): string | undefined => {
    const reasons = problems.filter((problem) => problem.path === path).map(({ reason }) => reason)
    return (form.errors[path] as string | undefined) ?? (reasons.join(' ') || undefined)
  }
  /** Problems within a field, except those that `isShown` says are displayed elsewhere. */
  const problemsWithin = (path: string, isShown: (part: string) => boolean): { part: string; reason: string }[] =>
    problems.flatMap((problem) => {
      if (!problem.path?.startsWith(`${path}.`)) return []
      const part = problem.path.slice(path.length + 1)
      return isShown(part) ? [] : [{ part, reason: problem.reason }]
    })
  return { form, isDirty, isSaving, isPublishing, save, publish, begin, problems, problemAt, problemsWithin, disclosureAdvisories: agent.disclosureAdvisories }
}
export type AgentForm = ReturnType<typeof useAgentForm>

interface ServerProblem {
  field: string | null
  code?: string
  details?: unknown
  reason: string
}

const reasonsOf = (error: CombinedError) => ((problemOf(error)?.detail ?? {}) as { problems?: ServerProblem[] }).problems ?? []

/** Props of each part of the editor. */
export interface EditorProps {
  editor: AgentForm
  canEdit: boolean
}
