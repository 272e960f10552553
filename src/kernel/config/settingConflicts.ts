type Settings = Readonly<Record<string, unknown>>

/** Returns what is wrong with the combination of valid settings, or null. */
export const findSettingConflict = (env: Settings, isAllSimulated: boolean): string | null =>
  conflictsOf(env, isAllSimulated).find(([isWrong]) => isWrong)?.[1] ?? null

const conflictsOf = (env: Settings, isAllSimulated: boolean): [isWrong: boolean, message: string][] => [
  [
    !env.VAPI_WEBHOOK_CREDENTIAL_ID !== !env.VAPI_WEBHOOK_CREDENTIAL_SECRET,
    'Set both VAPI_WEBHOOK_CREDENTIAL_ID and VAPI_WEBHOOK_CREDENTIAL_SECRET, or neither.',
  ],
  [env.DATABASE_DIRECT_URL !== undefined && !env.DATABASE_URL, 'DATABASE_DIRECT_URL needs DATABASE_URL, the URL of the connection pooler.'],
  [env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT, 'METRICS_PORT and PORT need different ports.'],
  [!env.S3_ACCESS_KEY_ID !== !env.S3_SECRET_ACCESS_KEY, 'Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.'],
  [
    env.CALLING_HOURS === 'off' && !isAllSimulated,
    'CALLING_HOURS=off is accepted only while everything is simulated. Remove the API keys of voice providers, and do not set CARRIERS=live.',
  ],
  [
    env.ROLE === 'simulator' && !env.SIMULATOR_URL,
    'ROLE=simulator needs SIMULATOR_URL, the address at which the other processes find the simulator, such as http://simulator:4010.',
  ],
  [
    (env.ROLE === 'simulator' || env.SIMULATOR_URL !== undefined) && !env.DATABASE_URL,
    'SIMULATOR_URL needs DATABASE_URL, because the simulator and the servers share a database.',
  ],
  [
    env.ROLE === 'simulator' && env.SIMULATOR_PORT === 0,
    'ROLE=simulator needs a fixed port, the one that SIMULATOR_URL leads to. Remove SIMULATOR_PORT=0, or set a port.',
  ],
  [
    env.SIMULATOR_CALLBACK_URL !== undefined && !env.PUBLIC_URL,
    'SIMULATOR_CALLBACK_URL needs PUBLIC_URL: requests of the simulator to PUBLIC_URL go to SIMULATOR_CALLBACK_URL.',
  ],
]
