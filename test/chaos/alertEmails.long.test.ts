import { afterAll, beforeAll, expect, test } from 'vitest'
import { graphql } from '../kit/client.ts'
import { confirmAddress, mailServer, type MailServer } from '../kit/mailServer.ts'
import { product, type Product } from '../kit/process.ts'
import { until } from '../kit/until.ts'

let server: MailServer
let running: Product
beforeAll(async () => {
  server = await mailServer()
  running = await product({ SMTP_URL: server.url })
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

/** Kills the server and starts it again, and waits until it has sent the mail once more. */
test('a mail whose server was killed before it heard that it was taken goes out again under the same Message-ID, and ends as sent', async () => {
  const offered: string[] = []
  await owner('mutation { updateAlertSettings(input: { emails: ["ops@example.com"] }) { emails } }')
  await confirmAddress(server, 'ops@example.com')
  // The mail server takes the alert and says nothing of it until its sender is dead.
  let answer = () => {}
  const silence = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined)
  })
  server.verdict = (address) => (offered.push(address), offered.length === 1 ? silence : undefined)
  await owner('mutation { setLowBalanceThreshold(amount: "1000") { lowBalanceThreshold } }')
  await until('the mail to be offered', () => offered.length > 0)
  await running.kill('SIGKILL')
  answer()
  await until('it to be taken', () => server.received.length > 0)
  await running.start()
  const emails = await until('the mail to be sent', async () => {
    const { alerts } = await owner('{ alerts { nodes { emails { status attempts } } } }')
    const [mail] = alerts.nodes[0].emails
    return mail.status === 'sent' && alerts.nodes[0].emails
  })
  expect(emails).toEqual([{ status: 'sent', attempts: 2 }])
  expect(server.received).toHaveLength(2)
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
})
