import { carrierHosts } from './carriers/hosts.ts'
import { SIMULATOR_LIST_LAG_MS, VENDOR_LIST_LAG_MS } from './configure.ts'
import type { StartSimulator, Simulator } from './embedded/simulator.ts'
import type { Env } from './kernel/config/env.ts'
import { settings } from './kernel/config/settings.ts'
import { createRetellProvider } from './providers/retell/retell.ts'
import { createVapiProvider } from './providers/vapi/vapi.ts'
import { useProvider } from './services/voiceProviders/voiceProviders.ts'
import { simulatorOptions } from './simulatorOptions.ts'

/**
 * Sets up the voice providers and carriers: real ones if there are credentials, otherwise the simulator, a separate process that is
 * restarted when it dies.
 */
export async function startEngines(env: Env, databaseUrl: string, keepSimulator: StartSimulator) {
  let simulator: Simulator | null = null
  const use = (started: Simulator) => {
    simulator = started
    settings.simulatorUrl = started.url
    useProviders(env, started)
    if (settings.simulatedCarriers) carrierHosts.set(`${started.url}/carriers`)
  }
  if (!settings.simulatedCarriers) carrierHosts.set(null)
  const isNeeded = settings.simulatedEngines.length > 0 || settings.simulatedCarriers
  const keeper = isNeeded ? await keepSimulator(databaseUrl, simulatorOptions(env), use) : null
  if (!keeper) useProviders(env, null)
  return { simulator: () => simulator, runsSimulator: () => keeper?.isHere() ?? false, stop: () => keeper?.stop() }
}

function useProviders(env: Env, simulator: Simulator | null) {
  useProvider(
    createRetellProvider(
      env.RETELL_API_KEY
        ? { apiKey: env.RETELL_API_KEY, baseUrl: env.RETELL_BASE_URL, listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.retellApiKey, baseUrl: `${simulator!.url}/retell`, listLagMs: SIMULATOR_LIST_LAG_MS },
    ),
  )
  useProvider(
    createVapiProvider({
      ...(env.VAPI_API_KEY
        ? { apiKey: env.VAPI_API_KEY, baseUrl: env.VAPI_BASE_URL, listLagMs: VENDOR_LIST_LAG_MS }
        : { apiKey: simulator!.vapiApiKey, baseUrl: `${simulator!.url}/vapi`, listLagMs: SIMULATOR_LIST_LAG_MS }),
      ...(env.VAPI_WEBHOOK_CREDENTIAL_ID && {
        webhookCredential: { id: env.VAPI_WEBHOOK_CREDENTIAL_ID, secret: env.VAPI_WEBHOOK_CREDENTIAL_SECRET! },
      }),
    }),
  )
}
