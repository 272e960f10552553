import { codedText } from '../kernel/lib/codedTexts.ts'

const PROVIDERS: Record<string, string> = { retell: 'Retell', vapi: 'Vapi' }
const nameOf = (engine: string) => PROVIDERS[engine] ?? engine
const format = (limit: string) => Number(limit).toLocaleString('en-US')
const E164 = 'Must be a phone number in E.164 format, such as +390212340100'
const VAPI_TOOL_ADVICE = 'Define other transfers as a Vapi tool, {"type": "transferCall", "destinations": […]}'
const addSentence = (missing: string, sentence: string, laws: string) => `${missing} Add a sentence such as "${sentence}" (${laws})`

/** Why an agent cannot be published, by code: sentences without the name of the field. */
export const PROBLEM_TEXTS = {
  agent_archived: codedText([], () => 'The agent is archived (inactive). Unarchive it first'),
  voice_required: codedText(['example'], ({ example }) => `A voice is required to publish, such as ${example}`),
  voice_unknown: codedText(['voice'], ({ voice }) => `${voice} is not a Retell voice. Use the ID of a Retell voice, such as retell-Cimo or 11labs-Adrian`),
  voice_maker_unknown: codedText(['maker', 'values'], ({ maker, values }) => `Vapi has no voices of ${maker}. Use provider:voice with one of ${values}`),
  voice_of_retell: codedText(['voice'], ({ voice }) => `${voice} is a Retell voice. Use a Vapi voice such as Elliot, or provider:voice such as 11labs:sarah`),
  voice_id_of_maker: codedText(
    ['voice', 'maker'],
    ({ voice, maker }) => `${voice} is a Retell voice. Use the provider and its own voice ID, as in ${maker}:id`,
  ),
  language_unsupported: codedText(['language'], ({ language }) => `Retell does not support the language ${language}`),
  transcriber_language_unsupported: codedText(
    ['language', 'values'],
    ({ language, values }) => `The transcriber of Vapi does not support the language ${language}. Supported languages: ${values}`,
  ),
  model_unknown: codedText(['model', 'values'], ({ model, values }) => `Retell has no model ${model}. Available models: ${values}`),
  model_unknown_at_vapi: codedText(
    ['model', 'values'],
    ({ model, values }) => `Vapi has no model ${model}. Available models: ${values}, and others in the form maker:model, such as groq:llama-3.3-70b-versatile`,
  ),
  seconds_out_of_range: codedText(
    ['voice_engine', 'min', 'max'],
    ({ voice_engine: engine, min, max }) => `${nameOf(engine)} accepts ${format(min)} to ${format(max)} seconds`,
  ),
  ring_timeout_fixed: codedText(['seconds'], ({ seconds }) => `With Vapi, the phone network decides how long it rings. Leave this at ${seconds} seconds`),
  text_too_long: codedText(['max'], ({ max }) => `Vapi accepts at most ${format(max)} characters`),
  text_length_out_of_range: codedText(['min', 'max'], ({ min, max }) => `Vapi accepts ${min} to ${max} characters`),
  defaults_too_long: codedText(['max'], ({ max }) => `Defaults can add at most ${format(max)} characters to the agent. Shorten them`),

  question_name_required: codedText([], () => 'A name is required'),
  question_name_taken: codedText(['name'], ({ name }) => `Another item already has the name ${name}`),
  question_name_reserved: codedText(['name'], ({ name }) => `Retell uses the name ${name} for its own analysis. Choose another name`),
  question_type_reserved: codedText(['name'], ({ name }) => `${name} is part of the analysis of every call. Its type must be string or enum`),
  question_type_unknown: codedText(['values'], ({ values }) => `The type must be one of ${values}`),
  question_preset_changed: codedText([], () => 'A preset uses the wording of the voice provider. To choose the wording, add a question of your own'),
  question_property_unknown: codedText([], () => 'Unknown property'),
  choices_required: codedText([], () => 'An enum must have choices'),
  choice_empty: codedText([], () => 'A choice cannot be empty'),
  choice_repeated: codedText([], () => 'Each choice can be listed only once'),

  tool_name_taken: codedText(['name'], ({ name }) => `Another tool already has the name ${name}`),
  tool_name_invalid: codedText(['max'], ({ max }) => `A name must have 1 to ${max} letters, digits, dashes and underscores`),
  tool_field_unknown: codedText(['voice_engine'], ({ voice_engine: engine }) => `This field of ${nameOf(engine)} tools is not supported`),
  unsupported: codedText(['voice_engine'], ({ voice_engine: engine }) => `${nameOf(engine)} does not support this`),
  field_required: codedText([], () => 'This field is required'),
  type_wrong: codedText(['type'], ({ type }) => `Must be ${TYPE_NAMES[type] ?? type}`),
  value_not_listed: codedText(['values'], ({ values }) => `Must be ${values.includes(', ') ? 'one of ' : ''}${values}`),
  list_empty: codedText([], () => 'Must not be empty'),
  list_too_long: codedText(['max'], ({ max }) => `Must have at most ${max}`),
  number_too_small: codedText(['min'], ({ min }) => `Must be at least ${min}`),
  number_too_large: codedText(['max'], ({ max }) => `Must be at most ${max}`),
  json_schema_required: codedText([], () => 'Must be a JSON Schema object'),
  value_fixed: codedText(['value'], ({ value }) => `Must be ${value}, or leave this field out`),
  type_required: codedText([], () => 'A type is required'),
  tool_type_unsupported: codedText(
    ['type', 'voice_engine', 'values'],
    ({ type, voice_engine: engine, values }) => `Tools of type ${type} are not supported for ${nameOf(engine)}. Supported types: ${values}`,
  ),
  value_invalid: codedText(['error'], ({ error }) => error),

  transfer_destination_required: codedText([], () => 'Retell requires a destination. List at least one number'),
  transfer_to_numbers_only: codedText([], () => 'Retell can transfer calls only to phone numbers'),
  transfer_number_not_predefined: codedText([], () => `Must be a predefined number. ${VAPI_TOOL_ADVICE}`),
  transfer_number_not_fixed: codedText([], () => 'Must be a fixed number (type predefined or number)'),
  transfer_number_premium: codedText([], () => 'Must not be a premium-rate, shared-cost, personal or satellite number'),
  transfer_number_blocked: codedText(['phone_number'], ({ phone_number: number }) => `${number} is on the do-not-call list`),
  transfer_not_cold: codedText([], () => `Only cold transfers work the same with both voice providers. ${VAPI_TOOL_ADVICE}`),
  extension_invalid: codedText([], () => 'Must contain only digits, * and #'),
  extension_length_invalid: codedText([], () => 'Must have 1 to 10 digits, * and #'),
  phone_number_invalid: codedText([], () => E164),
  extended_number_invalid: codedText(['min', 'max'], ({ min, max }) => `Vapi accepts ${min} to ${max} letters and digits`),
  ring_needs_sip_invite: codedText([], () => 'Vapi supports this only with cold_transfer_mode sip_invite'),

  request_url_required: codedText([], () => 'An http or https URL is required'),
  request_get_without_body: codedText([], () => 'Vapi sends the arguments as a request body, and GET requests have none. Use POST'),
  request_args_at_root: codedText([], () => 'Vapi always sends the arguments as the whole request body'),
  request_headers_not_fixed: codedText([], () => 'Retell sends only fixed headers. Set a value for each property'),
  request_headers_unsupported: codedText([], () => 'Vapi sends no fixed headers with a custom tool. Use a function tool, whose server can have headers'),
  code_required: codedText([], () => 'Code is required'),
  agent_always_continues: codedText([], () => 'With Vapi, the agent always continues with the result'),
  variable_name_invalid: codedText([], () => 'A variable must have 1 to 40 letters, digits and underscores, and start with a letter'),
  variable_path_unsupported: codedText([], () => 'Vapi supports only plain paths, such as $.data.items[0].name'),
  mcp_server_required: codedText([], () => 'Set the MCP server itself, as {"type": "mcp", "server": {"url": …}}'),
  code_name_misplaced: codedText([], () => 'Retell does not support this: put name and description next to the code'),
  agent_version_given: codedText([], () => 'Leave this field out. The published version is used'),
  message_not_static: codedText([], () => 'Vapi does not create a message from a description. Use static_text'),
  sms_template_unsupported: codedText([], () => 'Vapi does not support message templates'),

  url_invalid: codedText([], () => 'Must be a full HTTPS URL'),
  url_host_variable: codedText([], () => 'Must not have a variable in its host'),
  url_with_credentials: codedText([], () => 'Must be a full HTTPS URL without a user name or password'),
  url_not_https: codedText([], () => 'Must start with https://'),
  url_private: codedText([], () => 'Must not point to a private or local host'),
  url_of_this_server: codedText([], () => 'Must not point to this server itself'),

  agent_reference_invalid: codedText([], () => 'Must be the ID of an agent in this workspace, such as "12"'),
  agent_reference_itself: codedText([], () => 'Must be a different agent: an agent cannot hand a call over to itself'),
  agent_reference_missing: codedText(['agent_id'], ({ agent_id: id }) => `This workspace has no agent ${id}`),
  agent_reference_unpublished: codedText(['agent_id'], ({ agent_id: id }) => `Agent ${id} is not published: publish it first`),
  agent_reference_elsewhere: codedText(
    ['agent_id', 'published_to', 'voice_engine'],
    ({ agent_id: id, published_to: engine, voice_engine: own }) =>
      `Agent ${id} is published to ${engine}. This agent can hand calls over only to agents on ${own}`,
  ),

  statement_ai_missing: codedText(['sentence', 'laws', 'demands'], ({ sentence, laws }) =>
    addSentence('The agent does not say that it is an AI.', sentence, laws),
  ),
  statement_caller_missing: codedText(['sentence', 'laws', 'demands'], ({ sentence, laws }) =>
    addSentence('The agent does not say on whose behalf it calls.', sentence, laws),
  ),
  statement_recording_missing: codedText(['sentence', 'laws', 'demands'], ({ sentence, laws }) =>
    addSentence('The agent does not say that the call is recorded.', sentence, laws),
  ),
  provider_refused: codedText(['error'], ({ error }) => error),
}
export type ProblemCode = keyof typeof PROBLEM_TEXTS

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
