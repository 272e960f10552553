import { useEffect, useState } from 'react'
import type { CombinedError } from 'urql'
import { z } from 'zod'
import { AdvancedAgentInput } from '../../../../src/inputs/agents.ts'
import { useMessages } from '../../messages.ts'
import { useAction } from '../../parts/useAction.ts'
import { useAppForm } from '../../parts/useAppForm.ts'
import { detailOf } from '../../api/problems.ts'
import { type AgentChanges, type EditedAgentFragment, PublishAgentDocument, UpdateAgentDocument } from './Agent.gql.ts'
import { pathOf } from './agentFields.ts'

export type Item = Record<string, unknown>
/** A list of objects, or the text of one as long as it cannot be read. */
export type Items = Item[] | string

/** The fields of an agent as its editor holds them: what may be absent is an empty text. */
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
  knowledgeBaseIds: string[]
  recordingEnabled: boolean
  maxDurationSeconds: number | string
  ringTimeoutSeconds: number | string
}

interface Problem {
  /** The path of a field in the form, such as `generalTools.0.url`; null where nobody knows which it is. */
  path: string | null
  reason: string
}

const valuesOf = (agent: EditedAgentFragment): AgentValues => ({
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
  knowledgeBaseIds: agent.knowledgeBaseIds,
  recordingEnabled: agent.recordingEnabled,
  maxDurationSeconds: agent.maxDurationSeconds,
  ringTimeoutSeconds: agent.ringTimeoutSeconds,
})

/** The same as the API takes them: an empty field goes back to its default. */
const inputOf = (values: AgentValues) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value === '' && field !== 'name' ? null : value])) as AgentChanges

const Schema = z.preprocess((values) => inputOf(values as AgentValues), AdvancedAgentInput)

/** What is being edited of an agent, how it is saved and published, and what is wrong with it. */
export function useAgentForm(agent: EditedAgentFragment) {
  const t = useMessages('agents')
  const form = useAppForm<AgentValues>(valuesOf(agent), Schema)
  const [refused, refuse] = useState<Problem[]>([])
  const [update, isSaving] = useAction(UpdateAgentDocument)
  const [sendPublish, isPublishing] = useAction(PublishAgentDocument)
  const isDirty = form.isDirty()

  const begin = (saved: EditedAgentFragment) => {
    form.setInitialValues(valuesOf(saved))
    form.setValues(valuesOf(saved))
    form.clearErrors()
    refuse([])
  }
  useEffect(() => {
    if (!isDirty) begin(agent)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another state of the agent is a reason to begin anew
  }, [agent.updatedAt])

  /** Whether all of it is saved. Only what was changed is sent, so that two people may work on different fields. */
  const save = async ({ isQuiet = false } = {}): Promise<boolean> => {
    if (form.validate().hasErrors) return false
    const changed = Object.entries(inputOf(form.getValues())).filter(([field]) => form.isDirty(field))
    if (changed.length === 0) return true
    const done = await update({ id: agent.id, input: Object.fromEntries(changed) }, { done: isQuiet ? undefined : t('savedAgent'), refused: form.refused })
    if (done) begin(done.updateAgent)
    return done !== null
  }
  /** Saves what is not saved yet, and has calls use it from now on. */
  const publish = async (): Promise<boolean> => {
    if (!(await save({ isQuiet: true }))) return false
    refuse([])
    const keepReasons = (error: CombinedError) => {
      const reasons = reasonsOf(error)
      refuse(reasons)
      return reasons.length > 0
    }
    return (await sendPublish({ id: agent.id }, { done: t('publishedAgent'), refused: keepReasons })) !== null
  }

  const known = agent.problems.map(({ field, reason }) => ({ path: pathOf(field), reason }))
  const isNew = ({ path, reason }: Problem) => !known.some((one) => one.path === path && one.reason === reason)
  const problems = [...known, ...refused.filter(isNew)].filter(({ path }) => !path || !form.isDirty(path.split('.')[0]!))
  /** What is wrong at a field, or within it when `isWithin`. */
  const problemAt = (path: string): string | undefined => {
    const reasons = problems.filter((problem) => problem.path === path).map(({ reason }) => reason)
    return (form.errors[path] as string | undefined) ?? (reasons.join(' ') || undefined)
  }
  /** What is wrong with the parts of a field that `isShown` does not know to show elsewhere. */
  const problemsWithin = (path: string, isShown: (part: string) => boolean): { part: string; reason: string }[] =>
    problems.flatMap((problem) => {
      if (!problem.path?.startsWith(`${path}.`)) return []
      const part = problem.path.slice(path.length + 1)
      return isShown(part) ? [] : [{ part, reason: problem.reason }]
    })
  return { form, isDirty, isSaving, isPublishing, save, publish, begin, problems, problemAt, problemsWithin }
}
export type AgentForm = ReturnType<typeof useAgentForm>

function reasonsOf(error: CombinedError): Problem[] {
  const { problems = [] } = (detailOf(error) ?? {}) as { problems?: { field: string | null; reason: string }[] }
  return problems.map(({ field, reason }) => ({ path: field === null ? null : pathOf(field), reason }))
}

/** What each part of the editor is given. */
export interface EditorProps {
  editor: AgentForm
  canEdit: boolean
}
