/** A version of a knowledge base to upload to a provider. */
export interface KnowledgeSource {
  name: string
  /** IDs are ours and stable for a document. */
  documents: { id: string; title: string; text: string }[]
}

/** An uploaded version of a knowledge base, as agents and calls reference it. */
export interface ProviderKnowledgeBase {
  /** Our ID; unknown to the provider. */
  id: number
  knowledgeBaseId: number
  version: number
  name: string
  description: string | null
  /** IDs at the provider; the adapter defines the keys. */
  refs: Record<string, string>
}

/** Locates the resources of a version of a knowledge base at its provider; like `ResourceLocator` for agents. */
export interface KnowledgeLocator {
  tag: string
  refs: Record<string, string>
  mayHaveOrphans: boolean
}
