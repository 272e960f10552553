import { type ComponentType, type LazyExoticComponent, type ReactNode, Suspense, useState } from 'react'

interface OnDemandProps {
  /** Has a button of the same look, and is open at first. */
  menu: LazyExoticComponent<ComponentType>
  /** The button alone, given what to do when it is pressed. */
  children: (open: () => void) => ReactNode
}

/** A button whose menu is fetched when it is first wanted, since most visits open none. */
export function OnDemand({ menu: Menu, children }: OnDemandProps) {
  const [isWanted, want] = useState(false)
  const button = children(() => want(true))
  return isWanted ? (
    <Suspense fallback={button}>
      <Menu />
    </Suspense>
  ) : (
    <>{button}</>
  )
}
