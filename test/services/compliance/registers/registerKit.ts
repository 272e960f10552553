import { Readable } from 'node:stream'
import { inAnyWorkspace } from '../../../../src/kernel/db/workspaceContext.ts'
import type { DncRegisterInput, RegisterFileOptions } from '../../../../src/inputs/dncRegisters.ts'
import * as registerLoads from '../../../../src/services/compliance/registers/registerLoads.ts'
import * as registers from '../../../../src/services/compliance/registers/registers.ts'

/** A stream of these texts. */
export const fileOf = (...parts: (string | Buffer)[]) => Readable.from(parts.map((part) => Buffer.from(part)))

export type RegisterOf = registers.RegisterOwner
export const SERVER: RegisterOf = { workspaceId: null }

let count = 0
/** Creates a register of US numbers, and loads them if there are any. */
export async function makeRegister(
  owner: RegisterOf,
  numbers: readonly string[] = [],
  more: Partial<DncRegisterInput> = {},
  options: RegisterFileOptions = {},
) {
  return inAnyWorkspace(async () => {
    const { id } = await registers.create(owner, { name: `Register ${(count += 1)}`, country: 'US', ...more })
    return numbers.length === 0 ? registers.get(owner, id) : registerLoads.load(owner, id, fileOf(numbers.join('\n')), options)
  })
}
