import { describe, expect, test } from 'vitest'
import { listUnsaid } from '../../../../src/services/compliance/disclosures/spokenDisclosures.ts'

const says = (...texts: string[]) => texts.map((text) => ({ role: 'agent', text }))
const call = { direction: 'outbound', recorded: true, country: 'IT' }
const WHOLE = 'Hi, this is Ada, an AI assistant from Bright Dental, on a recorded line.'

describe('of what contacts must be told at the beginning of a call', () => {
  test('nothing is left out by an agent that says it, at once or over its first lines', () => {
    expect(listUnsaid(says(WHOLE), call)).toEqual([])
    expect(listUnsaid(says('Hello, is this Mr. Brown?', 'I am an AI assistant calling on behalf of Bright Dental.', 'This call is recorded.'), call)).toEqual(
      [],
    )
  })

  test('each statement is left out that the agent does not make, also if the contact says it', () => {
    expect(listUnsaid([...says('Hello, your parcel has arrived.'), { role: 'user', text: WHOLE }], call)).toEqual(['ai', 'caller', 'recording'])
    expect(listUnsaid(says('I am an AI assistant.'), call)).toEqual(['caller', 'recording'])
  })

  test('what comes after the first lines comes too late', () => {
    expect(listUnsaid(says('Hello.', 'One moment.', 'Yes.', 'Good.', 'Fine.', WHOLE), call)).toEqual(['ai', 'caller', 'recording'])
    expect(listUnsaid(says(`${'Let me tell you about the weather. '.repeat(40)}${WHOLE}`), call)).toEqual(['ai', 'caller', 'recording'])
  })

  test('the recording is due only where a recorded call has to be announced, and who calls only if the agent calls', () => {
    expect(listUnsaid(says('I am an AI assistant.'), { ...call, recorded: false })).toEqual(['caller'])
    expect(listUnsaid(says('I am an AI assistant.'), { ...call, country: 'JP' })).toEqual(['caller'])
    expect(listUnsaid(says('I am an AI assistant.'), { ...call, direction: 'inbound', recorded: false })).toEqual([])
  })

  test('nothing is known of a call on which the agent said nothing', () => {
    expect(listUnsaid([], call)).toBeNull()
    expect(listUnsaid([{ role: 'user', text: 'Hello?' }], call)).toBeNull()
  })
})
