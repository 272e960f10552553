import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/clients/client.ts'
import { confirmAddress, startMailServer, type MailServer } from '../kit/fakes/mailServer.ts'
import { createProduct, type Product } from '../kit/server/product.ts'
import { waitFor } from '../kit/waiting/waitFor.ts'

let server: MailServer
let running: Product
beforeAll(async () => {
  server = await startMailServer()
  running = await createProduct({ SMTP_URL: server.url })
  await running.start()
})
afterAll(async () => {
  await running?.end()
  await server?.close()
})

async function owner(query: string) {
  const { email, password } = running.demo()
  const signIn = `mutation { signIn(input: { email: ${JSON.stringify(email)}, password: ${JSON.stringify(password)} }) { accessToken } }`
  const { data } = await graphql(running.url, {}, signIn)
  return (await graphql(running.url, { Authorization: `Bearer ${data.signIn.accessToken}` }, query)).data
}

/** Kills the server and starts it again, and waits until it has sent the email again. */
test('an email whose server was killed before it was acknowledged is sent again with the same Message-ID, and ends as sent', async () => {
  const offered: string[] = []
  await owner('mutation { updateAlertSettings(input: { emails: ["ops@example.com"] }) { emails } }')
  await confirmAddress(server, 'ops@example.com')
  // The mail server accepts the alert, and acknowledges it only after its sender is dead.
  let acknowledge = () => {}
  const silence = new Promise<undefined>((resolve) => {
    acknowledge = () => resolve(undefined)
  })
  server.verdict = (address) => (offered.push(address), offered.length === 1 ? silence : undefined)
  await owner('mutation { setLowBalanceThreshold(amount: "1000") { lowBalanceThreshold } }')
  await waitFor('the email to arrive', () => offered.length > 0)
  await running.kill('SIGKILL')
  acknowledge()
  await waitFor('it to be accepted', () => server.received.length > 0)
  await running.start()
  const emails = await waitFor('the email to be sent', async () => {
    const { alerts } = await owner('{ alerts { nodes { emails { status attempts } } } }')
    const [mail] = alerts.nodes[0].emails
    return mail.status === 'sent' && alerts.nodes[0].emails
  })
  expect(emails).toEqual([{ status: 'sent', attempts: 2 }])
  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
})
