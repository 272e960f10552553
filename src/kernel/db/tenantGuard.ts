import { Prisma } from '../../generated/prisma/client.ts'

/** Models without a workspace. */
export const SHARED_MODELS: ReadonlySet<string> = new Set([
  'Workspace',
  'User',
  'Session',
  'ServerProcess',
  'Setting',
  'SimulatorRecord',
  'PendingProviderEvent',
  'ProviderEvent',
  'ProviderEventKey',
  'ProviderSlot',
  'ProviderGate',
  'DncRegisterBucket',
  'DocumentWord',
  'OauthPayload',
  'PasswordReset',
  'UnloggedMarker',
])

const namesWorkspace = (args: { where?: object; data?: unknown; create?: unknown }) => {
  const rows = [args.where, args.create, ...(Array.isArray(args.data) ? args.data : args.where ? [] : [args.data])].filter(Boolean)
  return rows.length > 0 && rows.every((row) => mentionsWorkspace(row as Record<string, unknown>))
}

const mentionsWorkspace = (row: Record<string, unknown>): boolean =>
  isWorkspace(row.workspaceId) || Object.entries(row).some(([key, value]) => key.startsWith('workspaceId_') && isWorkspace((value as Key | null)?.workspaceId))

interface Key {
  workspaceId?: unknown
}
/** One workspace. A condition such as `{ not: 1 }` could match others. */
const isWorkspace = (value: unknown) => typeof value === 'number'

/** Throws on any query of a workspace's table that does not name the workspace, so that a forgotten `where` cannot leak data. */
export const tenantGuard = Prisma.defineExtension({
  name: 'tenantGuard',
  query: {
    $allModels: {
      $allOperations({ model, operation, args, query }) {
        if (!SHARED_MODELS.has(model) && !namesWorkspace(args as { where?: object })) throw new Error(`${model}.${operation} does not name a workspace`)
        return query(args)
      },
    },
  },
})
