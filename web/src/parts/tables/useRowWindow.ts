import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows that are kept ready above and below the window. */
const AHEAD = 12

interface RowWindow {
  /** Index of the first row to draw, and of the first one after the last. */
  start: number
  end: number
}

/** Returns which rows of one height are in the window or close to it. `body` is the element that holds them. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [{ start, end }, setRange] = useState<RowWindow>({ start: 0, end: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const above = -(body.current?.getBoundingClientRect().top ?? 0)
      const next = {
        start: Math.max(0, Math.floor(above / rowHeight) - AHEAD),
        end: Math.max(0, Math.ceil((above + window.innerHeight) / rowHeight) + AHEAD),
      }
      setRange((range) => (range.start === next.start && range.end === next.end ? range : next))
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [body, count, rowHeight])
  return { start: Math.min(start, count), end: Math.min(end, count) }
}
