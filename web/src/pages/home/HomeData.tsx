import { createContext, type ReactNode, use, useState } from 'react'
import { type AnyVariables, useQuery, type UseQueryArgs } from 'urql'
import { lastDays } from '../../parts/forms/PeriodSelect.tsx'
import { useViewer } from '../../parts/viewer.tsx'
import { HomeDocument } from './Home.gql.ts'
import type { HomePeriod } from './homePeriod.ts'

/** Days whose spending says how long the balance lasts. */
export const PACE_DAYS = 7

const IsLoaded = createContext(true)

/** Loads what the page shows at first with one request. If it fails, each part asks for itself. */
export function HomeData({ input, children }: Pick<HomePeriod, 'input'> & { children: ReactNode }) {
  const { timezone } = useViewer().workspace
  const [variables] = useState({ period: input, filter: input, lastWeek: lastDays(PACE_DAYS, timezone) })
  const [{ data, error }] = useQuery({ query: HomeDocument, variables })
  return <IsLoaded value={data !== undefined || error !== undefined}>{children}</IsLoaded>
}

/** Queries a part of the page: from the cache, once the page's request has been answered. */
export const useHomeQuery = <Data, Variables extends AnyVariables>(args: UseQueryArgs<Variables, Data>) =>
  useQuery<Data, Variables>({ ...args, pause: !use(IsLoaded), requestPolicy: 'cache-first' })
