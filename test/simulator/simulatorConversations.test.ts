import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/providers/provider.ts'
import { FROM, toObject, createRetellAgent, startReceiver, startVendors, createVapiAgent } from './simulatorKit.ts'

/** Places a call with this prompt, and returns Retell's final report of it. */
async function runRetellCall(to: string, { prompt, agent = {}, llm = {}, call = {} }: { prompt?: string; agent?: object; llm?: object; call?: object } = {}) {
  const { retell } = await startVendors({ speed: 2000 })
  const receiver = await startReceiver()
  const base = await createRetellAgent(retell, receiver.url, { post_call_analysis_data: [], ...agent }, prompt)
  const { llm_id } = await retell.llm.create({ general_prompt: prompt ?? 'You are Ada.', ...llm })
  const { agent_id } = await retell.agent.create({ ...base.agent, response_engine: { type: 'retell-llm', llm_id } } as never)
  const { call_id } = await base.place(to, { override_agent_id: agent_id, override_agent_version: 0, ...call })
  await receiver.waitForWebhook(call_id, 'call_analyzed')
  const reported = toObject(receiver.webhooksOf(call_id).at(-1)!.body.call)
  return {
    ...(reported as Record<'duration_ms' | 'from_number' | 'disconnection_reason', unknown>),
    transcript: String(reported.transcript),
    analysis: toObject(reported.call_analysis),
    answers: toObject(toObject(reported.call_analysis).custom_analysis_data),
  }
}

async function runVapiCall(to: string, assistant: JsonObject, call: JsonObject = {}) {
  const { vapi } = await startVendors({ speed: 2000 })
  const receiver = await startReceiver()
  const { place } = await createVapiAgent(vapi, { url: receiver.url }, assistant)
  const { id } = await place(to, call)
  await receiver.waitForWebhook(id, 'end-of-call-report')
  const report = toObject(receiver.webhooksOf(id).at(-1)!.body.message)
  const messages = receiver.webhooksOf(id).map(({ body }) => toObject(body.message))
  return { transcript: String(toObject(report.artifact).transcript), analysis: toObject(report.analysis), messages }
}

it.each([
  ['en-US', 'Be kind. Ask whether they own a bike. Then ask for their shoe size.', ['May I ask whether you own a bike?', 'May I ask for your shoe size?']],
  ['it-IT', 'Sii gentile. Chiedi se possiede una bici. Quanti chilometri fa?', ['Posso chiederle se possiede una bici?', 'Quanti chilometri fa?']],
  ['de-DE', 'Sei freundlich. Frage, ob ein Fahrrad da ist. Welche Farbe hat es?', ['Darf ich fragen: ob ein Fahrrad da ist?', 'Welche Farbe hat es?']],
  ['es-ES', 'Sé amable. Pregunta si tiene bicicleta. ¿De qué color es?', ['¿Puedo preguntarle si tiene bicicleta?', '¿De qué color es?']],
  ['fr-FR', 'Sois aimable. Demande si le vélo est neuf. Quelle est sa couleur ?', ['Puis-je vous demander si le vélo est neuf ?', 'Quelle est sa couleur ?']],
])('an agent that speaks %s asks the questions of its prompt, and the contact answers them', async (language, prompt, questions) => {
  const { transcript } = await runRetellCall('+390212340009', { prompt, agent: { language } })
  for (const question of questions) {
    expect(transcript).toContain(`Agent: ${question}\nUser: `)
    expect(transcript.split(`Agent: ${question}\nUser: `)[1]).toMatch(/^\S.*\.\n/)
  }
  expect(transcript.split('\n').filter((line) => line.startsWith('Agent: '))).toHaveLength(questions.length + 2)
})

it('prohibitions, conditions and questions that a field already asks are not asked', async () => {
  const prompt = 'Never ask for a password. If they ask about prices, be vague. Ask for their email address. Ask about {{topic}}.'
  const fields = [{ type: 'string', name: 'contact_email', description: "The person's email" }]
  const { transcript } = await runRetellCall('+390212340009', {
    prompt,
    agent: { post_call_analysis_data: fields },
    call: { retell_llm_dynamic_variables: { topic: 'tyres' } },
  })
  const questions = transcript.split('\n').filter((line) => line.startsWith('Agent: May I ask'))
  expect(questions).toEqual(['Agent: May I ask about tyres?', "Agent: May I ask: the person's email?"])
})

it('a field with the name of a built-in property is asked and answered like any other', async () => {
  const fields = [{ type: 'string', name: 'constructor', description: 'The company that built the house' }]
  const { transcript, answers } = await runRetellCall('+390212340009', { prompt: 'Be kind.', agent: { post_call_analysis_data: fields } })
  expect(transcript).toContain('the company that built the house')
  expect(answers.constructor).toEqual(expect.any(String))
})

it('begin_message, voicemail text and the LLM’s default variables are spoken', async () => {
  const llm = { begin_message: 'Hi {{name}}, {{shop}} here.', default_dynamic_variables: { shop: 'Rossi', name: 'you' } }
  const call = { retell_llm_dynamic_variables: { name: 'Luca' } }
  expect((await runRetellCall('+390212340009', { llm, call })).transcript).toMatch(/^Agent: Hi Luca, Rossi here\.\n/)
  const agent = { voicemail_option: { action: { type: 'static_text', text: 'It was {{shop}}.' } } }
  expect((await runRetellCall('+390212340003', { llm, agent })).transcript).toBe('User: Please leave a message after the tone.\nAgent: It was Rossi.\n')
  const hangUpAgent = { voicemail_option: { action: { type: 'hangup' } } }
  expect((await runRetellCall('+390212340003', { agent: hangUpAgent })).transcript).toBe('User: Please leave a message after the tone.\n')
  expect((await runVapiCall('+390212340003', { voicemailMessage: 'It was us.' })).transcript).toBe(
    'User: Please leave a message after the tone.\nAI: It was us.\n',
  )
})

it('the summary and free text are in the requested language, choices and names are unchanged, and the call keeps its own language', async () => {
  const italianInstruction = 'Write it in Italian, whatever language was spoken.'
  const post_call_analysis_data = [
    { type: 'string', name: 'remark', description: `What they think\n${italianInstruction}` },
    { type: 'enum', name: 'interest', description: 'Interest', choices: ['high', 'low'] },
    { type: 'string', name: 'contact_name', description: `Their name\n${italianInstruction}` },
    { type: 'system-presets', name: 'call_summary', description: `A summary. ${italianInstruction}` },
  ]
  const { transcript, analysis, answers } = await runRetellCall('+390212340009', { call: { agent_override: { agent: { post_call_analysis_data } } } })
  expect(transcript).toMatch(/^Agent: Hello/)
  expect(analysis.call_summary).toMatch(/^La persona ha risposto/)
  expect(transcript).toContain(`User: ${String(answers.contact_name)}.`)
  expect(['high', 'low']).toContain(answers.interest)
  const remarks = ['Preferisce essere chiamato', 'Vorrebbe prima', 'Usa già', 'Decide insieme']
  expect(remarks.some((remark) => String(answers.remark).startsWith(remark))).toBe(true)
  const plan = {
    summaryPlan: { messages: [{ role: 'system', content: 'Summarize. Write it in Brazilian Portuguese, whatever language was spoken.' }] },
    structuredDataPlan: {
      enabled: true,
      schema: { type: 'object', properties: { remark: { type: 'string', description: 'Say more.\nWrite it in Polish.' } } },
    },
  }
  const report = await runVapiCall('+390212340009', {}, { assistantOverrides: { analysisPlan: plan } })
  expect(report.analysis.summary).toMatch(/^A pessoa respondeu/)
  expect(String(toObject(report.analysis.structuredData).remark)).toMatch(/^(Woli|Chce|Korzysta|Decyduje)/)
})

it.each([
  ['+390212340009', 'multi', 'it', /^AI: Hello .*\nUser: Sì, mi dica\./],
  ['+351212340009', 'multi', 'pt', /\nUser: Sim, pode falar\./],
  ['+31201230009', 'multi', 'nl', /\nUser: Ja, zegt u het maar\./],
  ['+48221230009', 'pl', 'pl', /\nUser: Tak, słucham\./],
  ['+81312340009', 'multi', 'en', /\nUser: Yes, go ahead\./],
])('a call to %s with the language setting “%s” is in %s', async (to, language, spoken, lines) => {
  const { transcript, analysis } = await runVapiCall(to, {}, { assistantOverrides: { transcriber: { provider: 'deepgram', model: 'nova-3', language } } })
  expect(transcript).toMatch(lines)
  expect(toObject(analysis.structuredData).detected_language).toBe(spoken)
})

it('the contact at 0012 speaks another language than the agent, and it is detected', async () => {
  const { transcript, answers } = await runRetellCall('+390212340012', {
    agent: { language: 'it-IT', post_call_analysis_data: [{ type: 'string', name: 'detected_language', description: 'd' }] },
  })
  expect(transcript).toMatch(/^Agent: Buongiorno.*\nUser: Sí, dígame\./)
  expect(answers.detected_language).toBe('es')
  const { messages } = await runVapiCall('+390212340012', { serverMessages: ['language-change-detected', 'end-of-call-report'] })
  expect(messages.map(({ type, language }) => [type, language])).toEqual([
    ['language-change-detected', 'es'],
    ['end-of-call-report', undefined],
  ])
})

it('a call to 0011 takes five minutes, one to 0013 ends mid-sentence, and the contact at 0010 asks for a callback', async () => {
  const longCall = await runRetellCall('+390212340011')
  expect(longCall.duration_ms).toBeGreaterThan(290_000)
  expect(longCall.duration_ms).toBeLessThan(330_000)
  expect(longCall.analysis.call_successful).toBe(true)
  const limitedCall = await runRetellCall('+390212340011', { agent: { max_call_duration_ms: 60_000 } })
  expect(limitedCall).toMatchObject({ disconnection_reason: 'max_duration_reached', duration_ms: 60_000 })
  expect((await runRetellCall('+390212340013')).transcript).toMatch(/—\n$/)
  const callbackCall = await runRetellCall('+390212340010', {
    agent: { post_call_analysis_data: [{ type: 'enum', name: 'call_outcome', description: 'o', choices: ['success', 'callback', 'unknown'] }] },
  })
  expect(callbackCall.transcript).toContain('User: I am in a meeting. Could you call me back tomorrow?')
  expect(callbackCall.answers).toEqual({ call_outcome: 'callback' })
  expect(callbackCall.from_number).toBe(FROM)
})

it('variables with spaces, dots and accents in their names are filled as at Retell, and other text in braces stays as it is', async () => {
  const llm = { begin_message: 'Hi {{ first name }}, {{città}} and {{order.id}}, {{a | b}}.' }
  const call = { retell_llm_dynamic_variables: { 'first name': 'Luca', città: 'Roma', 'order.id': 'A-1' } }
  expect((await runRetellCall('+12125550009', { llm, call })).transcript).toContain('Agent: Hi Luca, Roma and A-1, {{a | b}}.')
})

it('a default in the text is spoken for a missing or empty variable at Vapi, whatever its text', async () => {
  const firstMessage = String.raw`Hi {{name | default: "you"}}, {{ shop | default: 'Rossi\'s' }} and {{day|default:"\u007b\u007bx\u007d\u007d \\ \u0022"}}.`
  const greet = async (variableValues: object) => (await runVapiCall('+12125550009', { firstMessage, variableValues })).transcript.split('\n')[0]
  expect(await greet({ shop: '' })).toBe(String.raw`AI: Hi you, Rossi's and {{x}} \ ".`)
  expect(await greet({ name: 'Luca', shop: 'Bianchi', day: 'Monday' })).toBe('AI: Hi Luca, Bianchi and Monday.')
})
