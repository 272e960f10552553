import { useLocation } from '../../router/index.ts'
import { useState } from 'react'

/** Returns the secret of a one-time link. It stays stable while the router leaves for a page whose URL has none. */
export function useLinkSecret(path: '/invitation' | '/reset-password'): string {
  const { pathname, hash } = useLocation()
  const current = pathname === path ? hash : null
  const [secret, setSecret] = useState(current ?? '')
  if (current !== null && current !== secret) setSecret(current)
  return current ?? secret
}
