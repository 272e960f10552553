import { VOICE_ENGINES, type VoiceEngine } from '../vocabulary/engines.ts'

/** What the rules need to know of the installation. Set once by the composition root; services never read the environment. */
export const settings = {
  /** Webhooks may go to http addresses and into private networks. */
  allowPrivateWebhooks: false,
  /** Where providers, carriers and browsers reach this server, without a slash at the end. */
  publicUrl: 'http://localhost:4000',
  /** The addresses that clients may know this server by, `publicUrl` first. Without a public one, the two names of this machine. */
  bases: ['http://localhost:4000'],
  /** Who may make an account: anybody, the holder of an invitation link, or no one. */
  signUp: 'open' as 'open' | 'invited' | 'off',
  /** Where the simulator listens, which is for this server alone; null where none runs. */
  simulatorUrl: null as string | null,
  /** Calls may be handed to numbers that are not known beforehand: the server administrator's to permit. */
  allowOpenTransfers: false,
  /** The simulator stands in for the carriers. */
  simulatedCarriers: true,
  /** How long after a message of unknown outcome a carrier may still fail to list it, in milliseconds. */
  carrierListLagMs: 2_000,
  /** The voice engines that the simulator stands in for. */
  simulatedEngines: [...VOICE_ENGINES] as VoiceEngine[],
  /** Campaigns keep to the legal calling hours; the operator can switch that off while everything is simulated. */
  keepsLegalHours: true,
  /** What each voice provider's account takes: calls at once, and new calls a second. Null counts nothing. */
  accounts: Object.fromEntries(VOICE_ENGINES.map((engine) => [engine, { maxCalls: null, callsPerSecond: null }])) as Record<
    VoiceEngine,
    { maxCalls: number | null; callsPerSecond: number | null }
  >,
  /** The most e-mails that all workspaces together cause in an hour. */
  mailsAnHour: 1_000,
  /** How much faster than life simulated engines run; see `paceOf`. */
  simulatorSpeed: 1,
}
