import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

/** The secret of a one-time link at that path. It stays while the router is already on its way to the next page, whose address has none. */
export function useLinkSecret(path: '/invitation' | '/reset-password'): string {
  const current = useRouterState({ select: ({ location }) => (location.pathname === path ? location.hash : null) })
  const [secret, become] = useState(current ?? '')
  if (current !== null && current !== secret) become(current)
  return current ?? secret
}
