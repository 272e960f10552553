import { useForm, type UseFormReturnType } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import type { CombinedError } from 'urql'
import type { z } from 'zod'
import { useMessages } from '../../messages.ts'
import { getErrorMessage, getFieldErrors } from '../../api/problems.ts'

/**
 * A form validated by the same zod schema of `src/inputs` as on the server. `showServerErrors` sets the server's errors
 * on their fields and returns whether every error has a field. `showErrors` makes a `problem` of an error without a field, for `FormLayout`.
 */
export function useAppForm<Values extends Record<string, unknown>>(initialValues: Values, schema?: z.ZodType) {
  const describeIssue = useIssueMessage()
  const validate = (values: Values): Record<string, string> => {
    const { error } = schema?.safeParse(values) ?? {}
    return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), describeIssue(issue)]))
  }
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate: validate as never })
  const { onSubmit } = form
  const t = useMessages('common')
  const [problem, setProblem] = useState('')
  return Object.assign(form, {
    onSubmit: ((send, refuse = focusFirst) => onSubmit((...sent) => (setProblem(''), send(...sent)), refuse)) as typeof onSubmit,
    showServerErrors: (error: CombinedError | Error) => showServerErrors(form, error),
    showErrors(error: CombinedError | Error) {
      if (!showServerErrors(form, error)) setProblem(getErrorMessage(error, t('offline')))
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

function useIssueMessage() {
  const t = useMessages('common')
  return ({ code, message, ...issue }: z.core.$ZodIssue): string => {
    if (code === 'too_small' && 'minimum' in issue)
      return issue.minimum === 1 ? t('required') : t(issue.origin === 'string' ? 'tooShort' : 'tooSmall', { limit: Number(issue.minimum) })
    if (code === 'too_big' && 'maximum' in issue) return t(issue.origin === 'string' ? 'tooLong' : 'tooBig', { limit: Number(issue.maximum) })
    if (code === 'custom' && 'params' in issue && (issue.params as { type?: string })?.type === 'value_error.missing') return t('required')
    if (code === 'invalid_type') return issue.input == null ? t('required') : t('wrongType')
    if (message.includes('valid email')) return t('wrongEmail')
    return message
  }
}

function showServerErrors<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: CombinedError | Error): boolean {
  const errors = getFieldErrors(error)
  const knownPaths = Object.keys(errors).filter((path) => path.split('.')[0]! in form.getValues())
  for (const path of knownPaths) form.setFieldError(path, errors[path])
  return knownPaths.length > 0 && knownPaths.length === Object.keys(errors).length
}
