/** Another agent as published at the provider. */
export interface AgentReference {
  providerAgentId: string
  version: string | null
  /** Numbers (E.164) it can transfer calls to, directly or through other agents. */
  transfers: string[]
}
