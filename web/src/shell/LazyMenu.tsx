import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense, useState } from 'react'

interface LazyMenuProps {
  /** Menu with the same button, initially open. */
  menu: LazyExoticComponent<ComponentType>
  /** Renders the button alone; `open` loads and opens the menu. */
  children: (open: () => void) => ReactNode
}

/** A button whose menu is loaded on the first click, since most visits open none. */
export function LazyMenu({ menu: Menu, children }: LazyMenuProps) {
  const [isRequested, request] = useState(false)
  const button = children(() => request(true))
  return isRequested ? (
    <Suspense fallback={button}>
      <Menu />
    </Suspense>
  ) : (
    <>{button}</>
  )
}
