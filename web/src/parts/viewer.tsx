import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react'
import { useQuery } from 'urql'
import { setTimezone } from '../timezone.ts'
import { ErrorAlert, Loading } from './page/States.tsx'
import { ViewerDocument, type ViewerQuery } from './viewer.gql.ts'

type ViewerData = Pick<ViewerQuery, 'viewer' | 'serverInfo'>

const ViewerContext = createContext<ViewerData | null>(null)

/** Loads the signed-in user and workspace before its children render. */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: ViewerDocument })
  const timezone = data?.viewer.timezone ?? null
  useLayoutEffect(() => setTimezone(timezone), [timezone])
  if (data) return <ViewerContext value={data}>{children}</ViewerContext>
  if (error) return <ErrorAlert error={error} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
  return <Loading />
}

const useViewerData = () => useContext(ViewerContext)!
export const useViewer = () => useViewerData().viewer
export const useServerInfo = () => useViewerData().serverInfo

/** Whether the user's role has a scope. The server checks it again. */
export function useCan(scope: string): boolean {
  return useViewer().scopes.includes(scope)
}
