import { useEffect } from 'react'

/** While the component is mounted, something else has the focus. Afterwards it returns to where it was, or to the page if that is gone. */
export function useFocusReturn() {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // Once the dialog has given up its hold on the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body && document.activeElement?.isConnected) return
        const target = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : document.getElementById('content')
        target?.focus({ preventScroll: true })
      })
    }
  }, [])
}
