import type { CallQuery } from './Call.gql.ts'

/** A call with everything that the drawer shows. */
export type FullCall = CallQuery['call']
