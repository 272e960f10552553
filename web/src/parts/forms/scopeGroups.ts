import type { KeyScope } from '../../../../src/kernel/vocabulary/scopes.ts'

/** Scopes that spend money or contact people. */
const COSTLY_SCOPES: readonly string[] = ['calls:write', 'campaigns:start', 'sms:write'] satisfies KeyScope[]

export const isCostly = (scope: string) => COSTLY_SCOPES.includes(scope)

/** Groups scopes by their effect, from harmless to costly. Groups can be empty. */
export const groupScopes = <Scope extends string>(scopes: readonly Scope[]) =>
  ({
    reads: scopes.filter((scope) => scope.endsWith(':read')),
    changes: scopes.filter((scope) => !scope.endsWith(':read') && !isCostly(scope)),
    costs: scopes.filter(isCostly),
  }) as const
