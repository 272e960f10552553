import { forwardTo, perServer } from '../serverState.ts'
import { VOICE_ENGINES, type VoiceEngine } from '../vocabulary/engines.ts'

const createSettings = () => ({
  /** Whether webhook URLs can use http or point to private networks. */
  allowPrivateWebhooks: false,
  /** URL at which providers, carriers and browsers reach this server, without a trailing slash. */
  publicUrl: 'http://localhost:4000',
  /** Base URLs of this server, `publicUrl` first. Without a public URL, both names of this machine. */
  bases: ['http://localhost:4000'],
  /** Who can create an account: anyone, people with an invitation link, or no one. */
  signUp: 'open' as 'open' | 'invited' | 'off',
  /** Page of the server administrator on which customers add funds; null if there is none. */
  billingUrl: null as string | null,
  /** URL of a trace in the administrator's tracing tool, with `{traceId}` in it; null if there is none. */
  traceUrl: null as string | null,
  /** Name, address and tax ID of who issues invoices, on several lines. Empty if the host has not set them. */
  invoiceIssuer: '',
  /** URL of the simulator, for this server only; null if none runs. */
  simulatorUrl: null as string | null,
  /** Whether the server administrator allows transfers to numbers that are not known in advance. */
  allowOpenTransfers: false,
  /** Whether the simulator replaces the carriers. */
  simulatedCarriers: true,
  /** How long a carrier can take to list a message whose outcome is unknown, in milliseconds. */
  carrierListLagMs: 2_000,
  /** The voice engines that the simulator replaces. */
  simulatedEngines: [...VOICE_ENGINES] as VoiceEngine[],
  /** Whether campaigns respect legal calling hours. The server administrator can disable this while everything is simulated. */
  keepsLegalHours: true,
  /** Limits of each voice provider account: concurrent calls and new calls per second. `null` is no limit. */
  accounts: Object.fromEntries(VOICE_ENGINES.map((engine) => [engine, { maxCalls: null, callsPerSecond: null }])) as Record<
    VoiceEngine,
    { maxCalls: number | null; callsPerSecond: number | null }
  >,
  /** Maximum number of emails per hour, across all workspaces. */
  mailsAnHour: 1_000,
  /** Size of the largest file of a register that a workspace can upload, in bytes. */
  maxRegisterBytes: 256 * 1024 ** 2,
  /** Days that rows of large tables are kept, at least. */
  retentionDays: { providerEvents: 7, webhooks: 30, leadDecisions: 730 },
  /** Speed of simulated engines relative to real time; see `paceOf`. */
  simulatorSpeed: 1,
})

/** Server settings that business rules need. Set once by the composition root; services never read the environment. */
export const settings = forwardTo(perServer(createSettings))
