import type { Prisma } from '../../generated/prisma/client.ts'
import type { AgentConfig, PublishedAgent, TranscriptLine } from '../../providers/provider.ts'

/**
 * Types of JSON columns, as written by the one domain that owns each. Read a column through its function here, or in its domain with
 * `fromJson`.
 */
export const fromJson = <T>(value: Prisma.JsonValue | undefined): T => value as T
/** Types an object for a JSON column. It must contain only JSON. */
export const toJson = (value: object) => value as Prisma.InputJsonObject

/** The agent at its voice provider, and which provider that is. */
export type Published = PublishedAgent & { engine: string }

/** `agents.published`: what calls use; null until the agent is published. */
export const publishedOf = ({ published }: { published: Prisma.JsonValue }): Published | null => fromJson(published)

/** What is published: the configuration for the voice provider, and the values of variables that a call does not fill; absent for none. */
export type PublishedConfig = AgentConfig & { defaultVariables?: Record<string, string> }

/** `agents.published_config`: null until the agent is published. */
export const publishedConfigOf = ({ publishedConfig }: { publishedConfig: Prisma.JsonValue }): PublishedConfig | null => fromJson(publishedConfig)

/** `agent_versions.config` */
export const configOfVersion = ({ config }: { config: Prisma.JsonValue }): PublishedConfig => fromJson(config)

/** `calls.provider_agent`: the agent as the call uses it. */
export const providerAgentOf = ({ providerAgent }: { providerAgent: Prisma.JsonValue }): PublishedAgent => fromJson(providerAgent)

/** `call_details.transcript` */
export const transcriptOf = ({ transcript }: { transcript: Prisma.JsonValue }): TranscriptLine[] => fromJson(transcript)
