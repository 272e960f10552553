import { VOICE_ENGINES } from '../vocabulary/engines.ts'
import { type Env, simulatedEnginesOf, simulatesCarriers } from './env.ts'
import { settings } from './settings.ts'

/** Whether the simulator replaces the voice engine. */
export const isSimulated = (engine: string) => (settings.simulatedEngines as readonly string[]).includes(engine)

/** Returns the speed of an engine's calls relative to real time: the simulator's speed, or 1 for a real engine. Delays are divided by it. */
export const paceOf = (engine: string) => (isSimulated(engine) ? settings.simulatorSpeed : 1)

/** Returns the speed of work for no engine or several: real time as soon as one engine is real. */
export const sharedPace = () => Math.min(...VOICE_ENGINES.map(paceOf))

/** Whether every voice engine is simulated, so that no call rings a real phone. */
export const isEveryEngineSimulated = () => VOICE_ENGINES.every(isSimulated)

/** Whether the simulator replaces at least one voice engine. */
export const isSimulatorInUse = () => settings.simulatedEngines.length > 0

/** Returns the settings that say which parts are simulated. */
export const simulationOf = (env: Env) => ({
  simulatedEngines: simulatedEnginesOf(env),
  simulatedCarriers: simulatesCarriers(env),
  simulatorSpeed: env.SIMULATOR_SPEED,
})
