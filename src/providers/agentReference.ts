/** What a provider calls another agent, as it is published there. */
export interface AgentReference {
  providerAgentId: string
  version: string | null
  /** The numbers in E.164 that it can transfer calls to, itself or through others. */
  transfers: string[]
}
