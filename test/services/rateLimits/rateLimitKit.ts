import type { Allowance } from '../../../src/kernel/http/limits.ts'

let workspaces = 0
/** Returns the ID of a workspace that has sent no request yet. */
export const newWorkspace = () => (workspaces += 1)

/** Counts the requests that were allowed. */
export const allowed = (taken: Allowance[]) => taken.filter((allowance) => allowance.allowed).length
