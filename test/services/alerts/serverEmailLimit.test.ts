import { afterAll, expect, test } from 'vitest'
import { anyWorkspace } from '../../../src/kernel/db/db.ts'
import { settings } from '../../../src/kernel/config/settings.ts'
import { confirmAddress, startMailServer } from '../../kit/fakes/mailServer.ts'
import { useTestServer } from '../../kit/server/testServer.ts'
import { waitFor } from '../../kit/waiting/waitFor.ts'
import { createAlertWorkspace } from './alertKit.ts'

const server = await startMailServer()
afterAll(() => server.close())
const testServer = useTestServer({ env: { SMTP_URL: server.url, MAIL_FROM: 'Callwright <alerts@example.org>' } })

test('alerts of one workspace are not sent above the emails per hour of the whole server, and say so', async () => {
  const workspace = await createAlertWorkspace(testServer())
  const addresses = ['ada@example.com', 'grace@example.com', 'alan@example.com']
  await workspace.set({ emails: addresses })
  await Promise.all(addresses.map((address) => confirmAddress(server, address)))
  // The three confirmation emails count as well.
  settings.mailsAnHour = 4
  await workspace.debit('6')
  const listEmails = () => anyWorkspace.alertEmail.findMany({ where: { workspaceId: workspace.acme.id }, orderBy: { id: 'asc' } })
  await waitFor('the email to be sent', async () => (await listEmails()).some(({ status }) => status === 'sent'))
  const limit = 'Not sent: the server reached its limit of emails per hour'
  expect((await listEmails()).map(({ status, error }) => [status, error])).toEqual([
    ['sent', null],
    ['failed', limit],
    ['failed', limit],
  ])
})
