import { useForm, type UseFormReturnType } from '@mantine/form'
import type { CombinedError } from 'urql'
import type { z } from 'zod'
import { useMessages } from '../messages.ts'
import { fieldProblems } from '../api/problems.ts'

/**
 * A form whose fields are judged by the zod object of `src/inputs` that judges them on the server too. `refused` puts what
 * the server found at the fields it is about; it answers whether all of it has found its place.
 */
export function useAppForm<Values extends Record<string, unknown>>(initialValues: Values, schema?: z.ZodType) {
  const say = useWording()
  const judge = (values: Values): Record<string, string> => {
    const { error } = schema?.safeParse(values) ?? {}
    return Object.fromEntries((error?.issues ?? []).map((issue) => [issue.path.join('.'), say(issue)]))
  }
  const form = useForm<Values>({ mode: 'controlled', initialValues, validate: judge as never })
  return Object.assign(form, { refused: (error: CombinedError | Error) => showProblems(form, error) })
}

function useWording() {
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

function showProblems<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, error: CombinedError | Error): boolean {
  const problems = fieldProblems(error)
  const known = Object.keys(problems).filter((path) => path.split('.')[0]! in form.getValues())
  for (const path of known) form.setFieldError(path, problems[path])
  return known.length > 0 && known.length === Object.keys(problems).length
}
