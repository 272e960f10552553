import { useEffect, useRef } from 'react'

/** Ref for a list of tabs that keeps the chosen tab in view, because tabs scroll on phones. */
export function useTabInView(value: string) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Browsers return a promise, which React would take for a function.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return list
}
