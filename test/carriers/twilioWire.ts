import type { Carriers, Told } from './kit.ts'

/** Sends a text over the simulated Twilio's wire; answers what it answers. */
export async function sendByTwilio({ url }: Pick<Carriers, 'url'>, { id, credentials, numbers }: Told, fields: Record<string, string>) {
  const response = await fetch(`${url}/carriers/api.twilio.com/2010-04-01/Accounts/${id}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${credentials.auth_token}`).toString('base64')}` },
    body: new URLSearchParams({ From: numbers[0]!.phone_number, ...fields }),
  })
  return (await response.json()) as Record<string, unknown>
}
