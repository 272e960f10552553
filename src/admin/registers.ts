import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { DomainError, notFound } from '../kernel/vocabulary/errors.ts'
import { registersCsv } from '../kernel/lib/csv.ts'
import { DncRegisterInput, RegisterFileOptions } from '../inputs/dncRegisters.ts'
import * as registerLoads from '../services/compliance/registers/registerLoads.ts'
import * as registers from '../services/compliance/registers/registers.ts'
import { sweep } from '../services/compliance/registers/registerSweeps.ts'

type Options = Record<string, string | undefined>

/** The registers of the server, which block calls of all workspaces. */
const SERVER: registers.RegisterOwner = { workspaceId: null }

/** The server administrator's commands for do-not-call registers. */
export const registerCommands = {
  async 'registers load'(options: Options) {
    const known = await registers.findId(SERVER, options.name ?? '')
    const fileOptions = parse(RegisterFileOptions, { washed_at: options.washed, column: options.column })
    const source = await openFile(options.file)
    const id = known ?? (await registers.create(SERVER, readInput(options))).id
    const { name, numbers, invalidLines, invalidAt, washedAt, expiresAt } = await registerLoads.load(SERVER, id, source, fileOptions)
    await sweep()
    return {
      name,
      numbers,
      invalid_lines: invalidLines,
      ...(invalidLines > 0 && { first_at_line: invalidAt?.join(', ') }),
      washed_at: washedAt?.toISOString(),
      expires_at: expiresAt?.toISOString() ?? 'never',
    }
  },
  'registers list': async () => Readable.from(await registers.list(SERVER)).compose(registersCsv()),
  async 'registers remove'({ name = '' }: Options) {
    const id = await registers.findId(SERVER, name)
    if (id === undefined) throw notFound('Register')
    await registers.remove(SERVER, id)
    await sweep()
    return { removed: name }
  },
}

const readInput = ({ name, type, country, source, 'valid-days': validDays }: Options) =>
  parse(DncRegisterInput, { name, type, country, source, validDays: validDays === undefined ? undefined : Number(validDays) })

/** Opens a file, or standard input for `-` and without a name. */
async function openFile(file = '-'): Promise<Readable> {
  if (file === '-') return process.stdin
  await access(file).catch(() => {
    throw new DomainError('BAD_REQUEST', `The file ${file} cannot be read.`)
  })
  return createReadStream(file)
}

const FLAGS: Record<string, string> = { washed_at: 'washed', validDays: 'valid-days' }

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new DomainError('BAD_REQUEST', `--${FLAGS[String(path[0])] ?? String(path[0])}: ${message}`)
}
