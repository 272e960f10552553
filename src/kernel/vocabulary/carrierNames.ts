/** The carriers whose accounts can be connected. */
export const CARRIERS = ['twilio', 'telnyx', 'vonage', 'plivo', 'signalwire', 'bandwidth', 'sinch'] as const
export type CarrierName = (typeof CARRIERS)[number]

export const isCarrier = (text: string): text is CarrierName => (CARRIERS as readonly string[]).includes(text)

/** What stands in a carrier's place where the number is of the simulator's making. Nobody can connect an account under it. */
export const SIMULATED_CARRIER = 'simulator'
