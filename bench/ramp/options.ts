import { parseArgs } from 'node:util'
import { MAX_CONCURRENT_CALLS, MAX_RETAINED } from '../../src/simulator/calls/calls.ts'

/** The load to put on the product. */
export interface RampOptions {
  /** Calls at once, in all workspaces together. */
  calls: number
  workspaces: number
  /** How long the campaigns run, the ramp included. */
  minutes: number
  servers: number
  /** Speed of the calls relative to real time. */
  speed: number
  /** New calls a second that the voice provider accepts. */
  rate: number
  /** Seconds over which the campaigns start, one after the other. */
  ramp: number
  /** Whether a server is killed halfway, and started again. */
  kills: boolean
}

/** Reads the options of the command. Throws a sentence about one that cannot be measured. */
export function readOptions(args: string[]): RampOptions & { saves: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      calls: { type: 'string', default: '1000' },
      workspaces: { type: 'string', default: '20' },
      minutes: { type: 'string', default: '10' },
      servers: { type: 'string', default: '2' },
      speed: { type: 'string', default: '1' },
      rate: { type: 'string', default: '20' },
      ramp: { type: 'string', default: '30' },
      'no-kill': { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const number = (name: 'calls' | 'workspaces' | 'minutes' | 'servers' | 'speed' | 'rate' | 'ramp') => {
    const value = Number(values[name])
    if (!(value > 0 || (value === 0 && name === 'ramp'))) throw new Error(`--${name} must be a number above 0.`)
    return value
  }
  const options = {
    calls: number('calls'),
    workspaces: number('workspaces'),
    minutes: number('minutes'),
    servers: number('servers'),
    speed: number('speed'),
    rate: number('rate'),
    ramp: number('ramp'),
    kills: !values['no-kill'],
    saves: values.save,
  }
  for (const name of ['calls', 'workspaces', 'servers'] as const) if (!Number.isInteger(options[name])) throw new Error(`--${name} must be a whole number.`)
  if (options.calls > MAX_CONCURRENT_CALLS) throw new Error(`The simulator holds at most ${MAX_CONCURRENT_CALLS} calls at once. Choose fewer --calls.`)
  if (mostCallsOf(options) > MAX_RETAINED)
    throw new Error(`The simulator keeps ${MAX_RETAINED} calls, and the proof needs all. Choose fewer --minutes or --calls.`)
  if (options.ramp > options.minutes * 30) throw new Error('The campaigns must have started halfway. Choose a shorter --ramp or more --minutes.')
  if (options.calls < options.workspaces) throw new Error('Each workspace needs a call. Choose fewer --workspaces.')
  return options
}

/** A call of the load lasts longer, in seconds of the simulator. */
const SHORTEST_CALL = 50

/** The most calls that can begin in a run, each with a lead of its own. */
export const mostCallsOf = ({ calls, minutes, speed }: Pick<RampOptions, 'calls' | 'minutes' | 'speed'>) =>
  calls * (Math.ceil((minutes * 60 * speed) / SHORTEST_CALL) + 1)
