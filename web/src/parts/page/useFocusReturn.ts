import { useEffect } from 'react'

/** While the component is mounted, something else has the focus. Afterwards it returns to where it was. If that is gone, `focusKeeper.ts` finds what is next to it. */
export function useFocusReturn() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // Once the dialog has given up its hold on the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body && document.activeElement?.isConnected) return
        if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
      })
    }
  }, [])
}
