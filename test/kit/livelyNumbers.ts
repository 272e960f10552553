import type { Client } from './client.ts'
import { simulatedCarriers } from './carriers.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

/** Carriers, numbers and texts of every kind, for a workspace that has something to show on every page. */
export async function addNumbers(world: World, key: Client, agentId: number) {
  const carriers = simulatedCarriers(world.running.simulator!.url)
  const [telnyx, sinch] = await Promise.all([carriers.open('telnyx'), carriers.account('sinch')])
  const connect = async (input: object) =>
    (await key.gql<any>('mutation($input: ConnectInput!) { connectCarrier(input: $input) { id } }', { input })).connectCarrier.id as string
  const link = async (fields: object) => (await key.post('/phone-numbers/link', fields)).body.id as number
  await connect({ carrier: 'telnyx', credentials: telnyx.credentials })
  const connectionId = await connect({ carrier: 'sinch', credentials: sinch.credentials, externalOwnerId: 'Smith & <b>Sons</b>' })
  const ours = telnyx.numbers[0]!.phone_number
  const numberId = await link({ phone_number: ours, carrier: 'telnyx', label: 'Front desk <i>' })
  await link({ phone_number: sinch.numbers[0]!.phone_number, carrier: 'sinch', external_owner_id: 'Smith & <b>Sons</b>' })
  const sip = { carrier: 'sip', sip: { termination_uri: 'sip.example.com' } }
  const trunkNumberId = await link({ ...sip, phone_number: '+12125550188' })
  const releasedNumberId = await link({ ...sip, phone_number: '+12125550189', label: 'Old shop' })
  await key.delete(`/phone-numbers/${releasedNumberId}`)
  await key.put(`/phone-numbers/${numberId}/inbound`, { enabled: true, agent_id: agentId, assistant_request_url: `${world.url}/who-answers` })

  const text = async (to_number: string, body: string) => (await key.post('/sms', { to_number, body, from_number_id: numberId })).body
  await text('+14155550202', 'Is ten o’clock still good?')
  const conversationId = (await text('+14155550200', 'Your table for two is booked.')).conversation_id as number
  const media = ['https://example.com/menu.jpg', 'javascript:alert(1)']
  await carriers.somebodyTexts({ from: '+14155550200', to: ours, body: 'Thanks <img src=x onerror="document.title=\'harmed\'">', media })
  const optedOutConversationId = (await text('+14155550211', 'Autumn menu: lunch for 12 €.')).conversation_id as number
  await until('texts are told of', async () => {
    const { items } = (await key.get('/sms?limit=50')).body
    return items.filter(({ direction }: { direction: string }) => direction === 'inbound').length >= 2
  })
  return { connectionId, linkedNumberId: numberId, trunkNumberId, releasedNumberId, conversationId, optedOutConversationId }
}
