import { useForm, type UseFormReturnType } from '@mantine/form'
import { createElement, type FormEvent, type ReactNode, useState } from 'react'
import type { CombinedError } from 'urql'
import type { z } from 'zod'
import { useMessages } from '../../messages.ts'
import { getFieldProblems, type Problem, problemOf } from '../../api/problems.ts'
import { ErrorText } from '../text/ErrorText.tsx'

/**
 * A form validated by the same zod schema of `src/inputs` as on the server. `showServerErrors` sets the server's errors
 * on their fields and returns whether every error has a field. `showErrors` makes a `problem` of an error without a field, for `FormLayout`.
 */
export function useAppForm<Values extends Record<string, unknown>>(initialValues: Values, schema?: z.ZodType) {
  const describeIssue = useIssueMessage()
  const validate = (values: Values): Record<string, ReactNode> => {
    const { error } = schema?.safeParse(values) ?? {}
    return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), describeIssue(issue)]))
  }
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate: validate as never })
  const { onSubmit } = form
  const [problem, setProblem] = useState<ReactNode>(null)
  return Object.assign(form, {
    onSubmit: ((send, refuse = focusFirst) => onSubmit((...sent) => (setProblem(null), send(...sent)), refuse)) as typeof onSubmit,
    showServerErrors: (error: CombinedError | Error) => showServerErrors(form, error),
    showErrors(error: CombinedError | Error) {
      if (!showServerErrors(form, error)) setProblem(toText(problemOf(error)))
      return true
    },
    problem,
  })
}

/** Moves the focus to the first field with an error, in the order of the page. */
const focusFirst = (errors: object, _: unknown, event?: FormEvent) => {
  const fields = (event?.currentTarget ?? document).querySelectorAll<HTMLElement>('[data-path]')
  const field = [...fields].find(({ dataset }) => dataset.path! in errors)
  const input = field?.matches('input, textarea, select, button') ? field : field?.querySelector('input')
  input?.focus()
}

const toText = (problem: Problem | null) => createElement(ErrorText, { problem })

const MINIMUMS: Record<string, string> = { string: 'str.min_length', array: 'list.min_items' }
const MAXIMUMS: Record<string, string> = { string: 'str.max_length', array: 'list.max_items' }

function useIssueMessage() {
  const t = useMessages('common')
  return (issue: z.core.$ZodIssue): ReactNode => {
    const { type, reason = type, details } = ('params' in issue ? issue.params : {}) as Problem & { type?: string }
    const isMissing = ('minimum' in issue && issue.minimum === 1) || (issue.code === 'invalid_type' && issue.input == null)
    if (isMissing || reason === 'value_error.missing') return t('required')
    const bounded = (kinds: typeof MINIMUMS, bound: string, limit: unknown) =>
      toText({ reason: `value_error.${kinds[(issue as { origin?: string }).origin ?? ''] ?? bound}`, details: { limit: Number(limit) } })
    if ('minimum' in issue) return bounded(MINIMUMS, 'number.not_ge', issue.minimum)
    if ('maximum' in issue) return bounded(MAXIMUMS, 'number.not_le', issue.maximum)
    if (issue.code === 'custom' && !reason) return issue.message
    return toText({ reason: reason ?? `value_error.${'format' in issue ? issue.format : ''}`, details })
  }
}

function showServerErrors<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: CombinedError | Error): boolean {
  const errors = getFieldProblems(error)
  const knownPaths = Object.keys(errors).filter((path) => path.split('.')[0]! in form.getValues())
  for (const path of knownPaths) form.setFieldError(path, toText(errors[path]!))
  return knownPaths.length > 0 && knownPaths.length === Object.keys(errors).length
}
