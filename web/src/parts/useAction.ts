import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type AnyVariables, type CombinedError, type TypedDocumentNode, useMutation } from 'urql'
import { useMessages } from '../messages.ts'
import { messageOf } from '../api/problems.ts'

interface Manners {
  /** Said when it is done. */
  done?: string
  /** Given the error, whether it was dealt with; otherwise it is told in a notification. */
  refused?: (error: CombinedError) => boolean
}

/**
 * A mutation as a button needs it: `run(variables, { done })` answers the data, or null when it was refused. What happened
 * is told to the person, so that no click is without an answer; while it runs, a second click does nothing.
 */
export function useAction<Data, Variables extends AnyVariables>(document: TypedDocumentNode<Data, Variables>) {
  const t = useMessages('common')
  const tellFailure = useTellFailure()
  const [, mutate] = useMutation(document)
  const [isRunning, setRunning] = useState(false)
  const run = async (variables: Variables, { done, refused }: Manners = {}): Promise<Data | null> => {
    if (isRunning) return null
    setRunning(true)
    const { data, error } = await mutate(variables)
    setRunning(false)
    if (error) {
      if (!refused?.(error)) tellFailure(error)
      return null
    }
    if (done) notifications.show({ color: 'teal', message: done, closeButtonProps: { 'aria-label': t('close') } })
    return data ?? null
  }
  return [run, isRunning] as const
}

/** Tells in a notification that something was not done, and why. */
export function useTellFailure() {
  const t = useMessages('common')
  return (error: CombinedError | Error) => {
    notifications.show({
      color: 'red',
      title: t('refused'),
      message: messageOf(error, t('offline')),
      autoClose: 10_000,
      role: 'alert',
      closeButtonProps: { 'aria-label': t('close') },
    })
  }
}
