import * as operator from '../../src/services/operator/operator.ts'

/** What PostgreSQL answers to a statement that meets a row of another workspace than the work is for. */
export const REFUSED = 'row-level security: a row of workspace'

/** Creates two workspaces, and returns their IDs. */
export async function createTwoWorkspaces(): Promise<[number, number]> {
  const created = await Promise.all(['Acme', 'Other'].map((name) => operator.createTenant({ name, plan: 'free', credit: 0n })))
  return created.map(({ workspaceId }) => workspaceId) as [number, number]
}
