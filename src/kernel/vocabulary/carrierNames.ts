/** The carriers whose accounts can be connected. */
export const CARRIERS = ['twilio', 'telnyx', 'vonage', 'plivo', 'signalwire', 'bandwidth', 'sinch'] as const
export type CarrierName = (typeof CARRIERS)[number]

export const isCarrier = (text: string): text is CarrierName => (CARRIERS as readonly string[]).includes(text)

/** Carrier of simulated numbers. No account can be connected under this name. */
export const SIMULATED_CARRIER = 'simulator'
