import { createContext, type ReactNode, useContext } from 'react'
import { useQuery } from 'urql'
import { Failure, Loading } from './States.tsx'
import { ViewerDocument, type ViewerQuery } from './viewer.gql.ts'

type Known = Pick<ViewerQuery, 'viewer' | 'serverInfo'>

const Context = createContext<Known | null>(null)

/** Loads who is signed in, and where, before anything below is shown. */
export function WithViewer({ children }: { children: ReactNode }) {
  const [{ data, error }, again] = useQuery({ query: ViewerDocument })
  if (data) return <Context value={data}>{children}</Context>
  if (error) return <Failure error={error} onRetry={() => again({ requestPolicy: 'network-only' })} />
  return <Loading />
}

const useKnown = () => useContext(Context)!
export const useViewer = () => useKnown().viewer
export const useServerInfo = () => useKnown().serverInfo

/** Whether the signed-in person's role allows something here; the server judges it again. */
export function useCan(scope: string): boolean {
  return useViewer().scopes.includes(scope)
}
