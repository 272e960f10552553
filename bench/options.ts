import { parseArgs } from 'node:util'
import { type Contender, CONTENDERS, OPERATIONS } from './operations.ts'

export const USAGE = `npm run bench -- [options]
  --quick                 fewer and shorter rounds, about two minutes
  --only <operations>     some of ${OPERATIONS.map(({ name }) => name).join(', ')}
  --contenders <names>    some of ${CONTENDERS.join(', ')}
  --rounds <n>            rounds per contender (default 9)
  --check                 fail if a target is missed
  --profile               profile callwright or the named contenders instead of measuring
  --save                  write the results to docs/performance.md`

/** Parses the command line. Throws an error with a message for invalid options. */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      contenders: { type: 'string' },
      rounds: { type: 'string' },
      check: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds ?? (values.quick ? 3 : 9))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number above 0')
  return {
    ...values,
    rounds,
    share: values.quick ? 0.4 : 1,
    operations: OPERATIONS.filter(({ name }) =>
      chooseNames(
        '--only',
        values.only,
        OPERATIONS.map((operation) => operation.name),
      ).includes(name),
    ),
    contenders: chooseNames('--contenders', values.contenders ?? (values.profile ? 'callwright' : undefined), CONTENDERS) as Contender[],
  }
}
export type Options = ReturnType<typeof readOptions>

function chooseNames(option: string, text: string | undefined, allNames: readonly string[]): readonly string[] {
  if (text === undefined) return allNames
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !allNames.includes(name))
  if (unknown !== undefined) throw new Error(`${option} ${unknown}: must be one of ${allNames.join(', ')}`)
  return names
}
