import { useEffect, useState } from 'react'

/** Whether a menu is open: as soon as its button has the focus, which the menu returns. */
export function useOpening(isOpening = true) {
  const [isOpen, setOpen] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- opens after the first render
  useEffect(() => setOpen(isOpening), [isOpening])
  return [isOpen, setOpen] as const
}
