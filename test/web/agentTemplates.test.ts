import { expect, test } from 'vitest'
import { listOpenVariables } from '../../src/inputs/agentVariables.ts'
import { AdvancedAgentInput } from '../../src/inputs/agents.ts'
import { VOICE_ENGINES } from '../../src/kernel/vocabulary/engines.ts'
import { ruleOf } from '../../src/services/compliance/recordingRules.ts'
import { findSpoken } from '../../src/services/compliance/disclosures/findStatements.ts'
import { TEMPLATES } from '../../web/src/pages/agents/editor/agentTemplateNames.ts'
import { buildTemplate } from '../../web/src/pages/agents/editor/agentTemplates.ts'

const cases = TEMPLATES.flatMap((start) =>
  ['de-DE', 'en-US', 'es-ES', 'fr-FR', 'it-IT', 'sv-SE'].flatMap((lang) => VOICE_ENGINES.map((engine) => ({ start, lang, engine }))),
)

test.each(cases)('the template $start in $lang has a default at $engine for all that a lead’s name does not fill, and no other', ({ start, lang, engine }) => {
  const input = AdvancedAgentInput.parse({ name: 'Ada', ...buildTemplate(start, lang, 'Rossi Dental') })
  const { firstMessage = null, systemPrompt = null, voicemailMessage = null, generalTools: tools, postCallAnalysisData: questions } = input
  const open = listOpenVariables(engine, { firstMessage, systemPrompt, voicemailMessage, tools, questions })
  const defaults = input.defaultVariables ?? {}
  expect(open.filter((name) => name !== 'name').toSorted()).toEqual(Object.keys(defaults).toSorted())
  if (start !== 'blank') expect(defaults.company).toBe('Rossi Dental')
})

test.each(['de-DE', 'en-US', 'es-ES', 'fr-FR', 'it-IT'])('appointments in %s say that the call is recorded, unless the law there forbids recording', (lang) => {
  const { firstMessage } = AdvancedAgentInput.parse({ name: 'Ada', ...buildTemplate('appointment', lang, 'Rossi Dental') })
  expect(findSpoken(firstMessage!).has('recording')).toBe(!ruleOf(lang.slice(3))!.suppress)
})
