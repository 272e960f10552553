import { useBlocker } from '../../router/index.ts'
import { useMessages } from '../../messages.ts'
import { useConfirm } from '../Confirm.tsx'

/** Asks before leaving a page with unsaved changes, except when the session ends. */
export function useUnsavedGuard(isDirty: boolean) {
  const t = useMessages('common')
  const confirm = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty || current.pathname === next.pathname || next.pathname === '/sign-in') return false
      return !(await confirm({ title: t('unsavedTitle'), body: t('unsavedAbout'), action: t('leave'), cancel: t('keepEditing'), danger: true }))
    },
    enableBeforeUnload: isDirty,
  })
}
