import { codedText } from '../../lib/codedTexts.ts'

/** Agents, knowledge bases and documents. */
export const AGENT_ERRORS = {
  agent_not_publishable: codedText([], () => 'Agent could not be published, check its configuration'),
  agent_archived: codedText([], () => 'The agent is archived (inactive). Unarchive it before you publish it.'),
  publish_taken_over: codedText([], () => 'Another server process has taken over this publish. Check the agent again in a moment.'),
  publish_in_progress: codedText([], () => 'This agent is already being published. Try again in a moment.'),
  publish_knowledge_changed: codedText([], () => 'A knowledge base of this agent changed during the publish. Try again.'),
  knowledge_processing: codedText(
    ['voice_engine'],
    ({ voice_engine: engine }) => `The voice provider ${engine} is still processing the knowledge bases of this agent. Try again in a moment.`,
  ),
  knowledge_base_in_use: codedText(['users'], ({ users }) => `The knowledge base is used by ${users}. Remove it there first.`),
  too_many_knowledge_documents: codedText(['limit'], ({ limit }) => `A knowledge base can have at most ${limit} documents.`),
  knowledge_base_too_large: codedText([], () => 'The documents of a knowledge base can have at most 10 MiB in total.'),
  document_without_text: codedText([], () => 'The file contains no text.'),
  document_too_large: codedText([], () => 'A document can have at most 1 MiB of text.'),
  document_not_text: codedText([], () => 'The file is not UTF-8 text.'),
  document_type_unsupported: codedText(['type'], ({ type }) => `Files of type ${type || 'unknown'} are not supported. Use .txt, .md, .csv, .json or .html.`),
  too_many_documents: codedText(['limit'], ({ limit }) => `A workspace can have at most ${limit} documents.`),
  document_exists: codedText(['slug', 'language'], ({ slug, language }) => `A document "${slug}" already exists in ${language}.`),
}
