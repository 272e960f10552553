import type { ComponentPropsWithRef, ComponentType, MouseEvent, ReactNode } from 'react'
import { useMatch, useRouter } from './hooks.ts'
import type { AnyTarget, Target } from './types.ts'

interface Native {
  href?: string
  target?: string
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void
  onMouseEnter?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** Whether a click opens the page here, and not in another tab. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

/** Makes a link to pages of the dashboard of a component that renders an `a`. Its code loads as soon as it is pointed at. */
export function createLink<Props extends Native>(Anchor: ComponentType<Props>) {
  return function PageLink(props: Omit<Props, 'href' | keyof AnyTarget> & Target): ReactNode {
    const { to, params, search, hash, replace, resetScroll, ...rest } = props as AnyTarget & Native
    const router = useRouter()
    // Links that keep a part of the search follow it.
    useMatch()
    const target = { to, params, search, hash }
    const href = router.hrefOf(target)
    const native: Native = {
      ...rest,
      href,
      onClick: (event) => {
        rest.onClick?.(event)
        if (!isPlainClick(event) || rest.target === '_blank') return
        event.preventDefault()
        void router.navigate({ ...target, replace, resetScroll } as Target)
      },
      onMouseEnter: (event) => {
        rest.onMouseEnter?.(event)
        router.preload(href)
      },
    }
    return <Anchor {...(native as Props)} />
  }
}

export const Link = createLink(({ children, ...props }: ComponentPropsWithRef<'a'>) => <a {...props}>{children}</a>)
