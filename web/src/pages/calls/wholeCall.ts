import type { CallQuery } from './Calls.gql.ts'

/** A call with everything that its drawer shows. */
export type WholeCall = CallQuery['call']
