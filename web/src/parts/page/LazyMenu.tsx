import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'

interface LazyMenuProps {
  /** Lazy menu with the same button, which opens as soon as it is there: `useOpening`. */
  menu: ReactNode
  /** Renders the button alone; `open` loads and opens the menu. */
  children: (open: () => void) => ReactNode
}

/** A button whose menu is loaded on the first click, since most visits open none. */
export function LazyMenu({ menu, children }: LazyMenuProps) {
  const [isRequested, request] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const button = children(() => request(true))
  return (
    <span ref={place} style={{ display: 'contents' }}>
      {isRequested ? (
        <Suspense fallback={button}>
          {menu}
          <FocusedButton place={place} />
        </Suspense>
      ) : (
        button
      )}
    </span>
  )
}

/** The menu's own button takes the focus of the one before, so that the menu returns it there. */
function FocusedButton({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => place.current?.querySelector('button')?.focus(), [place])
  return null
}
