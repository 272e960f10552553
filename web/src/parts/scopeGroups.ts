import type { KeyScope } from '../../../src/kernel/vocabulary/scopes.ts'

/** What spends the workspace's money or reaches people. */
const COSTLY: readonly string[] = ['calls:write', 'campaigns:start', 'sms:write'] satisfies KeyScope[]

export const isCostly = (scope: string) => COSTLY.includes(scope)

/** Scopes by what they can do to a workspace, from the harmless to the costly; a group may be empty. */
export const scopeGroups = <Scope extends string>(scopes: readonly Scope[]) =>
  ({
    reads: scopes.filter((scope) => scope.endsWith(':read')),
    changes: scopes.filter((scope) => !scope.endsWith(':read') && !isCostly(scope)),
    costs: scopes.filter(isCostly),
  }) as const
