/** A version of a knowledge base, as it is brought to a provider. */
export interface KnowledgeSource {
  name: string
  /** Ids are ours, and stay the same for a document. */
  documents: { id: string; title: string; text: string }[]
}

/** What a version of a knowledge base has at a provider, for agents and calls to be told of. */
export interface KnowledgeCopy {
  /** Ours; names nothing at the provider. */
  id: number
  knowledgeBaseId: number
  version: number
  name: string
  description: string | null
  /** Where it is there, in the adapter's words. */
  refs: Record<string, string>
}

/** What has to be known to find again what a version of a knowledge base has at its provider; as `Place` for agents. */
export interface KnowledgePlace {
  tag: string
  refs: Record<string, string>
  mayHaveMore: boolean
}
