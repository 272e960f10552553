import { notifications } from '@mantine/notifications'
import { createElement, useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql'
import { useMessages } from '../messages.ts'
import { problemOf } from '../api/problems.ts'
import { ErrorText } from './text/ErrorText.tsx'

interface ActionOptions {
  /** Toast after success. */
  success?: string
  /** Handles an error. Returns whether it did; otherwise a toast shows the error. */
  handleError?: (error: CombinedError) => boolean
}

/**
 * A mutation for a button. `run` resolves to the data, or null on an error, and shows a toast for either. A call while
 * another is running does nothing.
 */
export function useAction<Data, Variables extends AnyVariables>(document: TypedDocumentNode<Data, Variables>) {
  const t = useMessages('common')
  const showError = useErrorToast()
  const [, mutate] = useMutation(document)
  const [isRunning, setRunning] = useState(false)
  const run = async (variables: Variables, { success, handleError }: ActionOptions = {}): Promise<Data | null> => {
    if (isRunning) return null
    setRunning(true)
    const { data, error } = await mutate(variables)
    setRunning(false)
    if (error) {
      if (!handleError?.(error)) showError(error)
      return null
    }
    if (success) notifications.show({ color: 'good', message: success, closeButtonProps: { 'aria-label': t('close') } })
    return data ?? null
  }
  return [run, isRunning] as const
}

/** Returns a function that shows an error as a toast. */
export function useErrorToast() {
  const t = useMessages('common')
  return (error: CombinedError | Error) => {
    notifications.show({
      color: 'bad',
      title: t('refused'),
      message: createElement(ErrorText, { problem: problemOf(error) }),
      autoClose: 10_000,
      role: 'alert',
      closeButtonProps: { 'aria-label': t('close') },
    })
  }
}
