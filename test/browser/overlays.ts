import type { Page } from 'playwright-core'
import type { SeededWorkspace } from '../kit/fixtures/seededWorkspace.ts'

type Role = 'button' | 'link' | 'menuitem' | 'textbox' | 'combobox'

/** A drawer, dialog, menu or popover, and how it is opened by keyboard. */
export interface Overlay {
  path: string
  /** What is to be done first, such as an edit. */
  prepare?: (page: Page) => Promise<unknown>
  /** Elements that are pressed one after the other. The focus returns to the first. */
  opens: readonly (readonly [Role, string | RegExp])[]
  /** Its role, if it isn't a dialog. */
  role?: 'dialog' | 'menu'
  /** Whether it is one of a kind: its looks are checked in both themes, in a wide window and on a phone. */
  isExample?: true
}

const fill = (label: string, value: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(value)

/** Every overlay of the dashboard, by the file in web/src that has it. One file may have several. */
export const overlays = ({
  agentId,
  callId,
  campaignId,
  draftCampaignId,
  importId,
  knowledgeBaseId,
  leadId,
  linkedNumberId,
}: SeededWorkspace): Record<string, readonly Overlay[]> => ({
  'shell/AccountMenu.tsx': [{ path: '/', opens: [['button', 'Your account']], role: 'menu', isExample: true }],
  'shell/WorkspaceMenu.tsx': [{ path: '/', opens: [['button', /^Workspace: /]], role: 'menu' }],
  'shell/AlertList.tsx': [{ path: '/', opens: [['button', /open alerts?$/]], isExample: true }],
  'shell/Palette.tsx': [{ path: '/', opens: [['button', 'Search or run a command']], isExample: true }],
  'shell/PasswordChange.tsx': [
    {
      path: '/',
      opens: [
        ['button', 'Your account'],
        ['menuitem', 'Change password'],
      ],
    },
  ],
  'shell/TimezoneChange.tsx': [
    {
      path: '/',
      opens: [
        ['button', 'Your account'],
        ['menuitem', 'Change time zone'],
      ],
    },
  ],
  'shell/shortcuts/ShortcutsDialog.tsx': [
    {
      path: '/',
      opens: [
        ['button', 'Your account'],
        ['menuitem', 'Keyboard shortcuts'],
      ],
      isExample: true,
    },
  ],
  'parts/tables/ColumnChoices.tsx': [
    { path: '/calls', opens: [['button', 'Columns']] },
    { path: `/campaigns/${campaignId}?tab=leads`, opens: [['button', 'Columns']] },
  ],
  'parts/tables/ViewChoices.tsx': [{ path: '/calls', opens: [['button', 'Views']], isExample: true }],
  'parts/tables/ExportMenu.tsx': [
    { path: '/calls', opens: [['button', 'Export: Call history']], role: 'menu' },
    { path: `/campaigns/${campaignId}?tab=leads`, opens: [['button', 'Export: Leads']], role: 'menu' },
    { path: `/campaigns/${campaignId}?tab=results`, opens: [['button', 'Export: Results']], role: 'menu' },
  ],
  'parts/tables/BlockNumbers.tsx': [{ path: '/calls', prepare: selectAll, opens: [['button', 'Add to do-not-call list']] }],
  'pages/agents/AgentActions.tsx': [
    { path: `/agents/${agentId}`, opens: [['button', 'More actions']], role: 'menu' },
    {
      path: `/agents/${agentId}`,
      opens: [
        ['button', 'More actions'],
        ['menuitem', /^Archive/],
      ],
    },
  ],
  'pages/agents/AgentVersions.tsx': [{ path: `/agents/${agentId}?tab=versions`, opens: [['button', 'Restore version 1']] }],
  'pages/agents/editor/AgentSaveBar.tsx': [{ path: `/agents/${agentId}`, prepare: fill('First message', 'Good day.'), opens: [['button', 'Discard changes']] }],
  'pages/agents/editor/AgentTools.tsx': [{ path: `/agents/${agentId}`, opens: [['button', 'Add tool']], role: 'menu' }],
  'pages/audit/AuditEntry.tsx': [{ path: '/audit', opens: [['link', 'Signed in']] }],
  'pages/calls/CallDrawer.tsx': [{ path: '/calls', opens: [['link', '+14155550100']], isExample: true }],
  'pages/calls/CallTranscript.tsx': [{ path: `/calls?call=${callId}`, opens: [['button', 'Delete recording']] }],
  'pages/campaigns/CampaignControls.tsx': [
    { path: '/campaigns', opens: [['button', 'Actions for Winter']], role: 'menu' },
    {
      path: '/campaigns',
      opens: [
        ['button', 'Actions for Winter'],
        ['menuitem', 'Delete campaign'],
      ],
      isExample: true,
    },
  ],
  'pages/campaigns/results/ResultDetail.tsx': [{ path: `/campaigns/${campaignId}?tab=results`, opens: [['button', 'Open result for Lead 0 <i>']] }],
  'pages/campaigns/start/CampaignStart.tsx': [{ path: `/campaigns/new?id=${draftCampaignId}&step=review`, opens: [['button', 'Start']] }],
  'pages/carriers/CarrierConnect.tsx': [
    { path: '/carriers', opens: [['link', 'Connect carrier']], isExample: true },
    { path: '/carriers', opens: [['link', /^Replace credentials/]] },
  ],
  'parts/consents/ConsentList.tsx': [{ path: '/contacts/+14155550100', opens: [['button', 'Revoke']] }],
  'pages/contacts/ContactBlock.tsx': [{ path: '/contacts/+14155550100', opens: [['button', 'Block contact']] }],
  'pages/doNotCall/DncAdd.tsx': [{ path: '/dnc', opens: [['button', 'Add numbers']] }],
  'pages/doNotCall/RegisterForm.tsx': [{ path: '/dnc', opens: [['button', 'Add list']] }],
  'pages/doNotCall/Registers.tsx': [{ path: '/dnc', opens: [['button', 'Delete Federal register <b>']] }],
  'pages/doNotCall/UndoOptOut.tsx': [{ path: '/dnc', opens: [['button', 'Undo the opt-out of +14155550143']] }],
  'pages/doNotCall/Dnc.tsx': [{ path: '/dnc', opens: [['button', 'Remove +14155550142']] }],
  'pages/documentation/DocumentEditor.tsx': [{ path: '/docs', opens: [['button', 'Create page']] }],
  'pages/documentation/Document.tsx': [{ path: '/docs', prepare: openOwnPage, opens: [['button', 'Delete']] }],
  'pages/keys/ApiKeyList.tsx': [
    {
      path: '/keys',
      opens: [
        ['button', 'Actions for Till <b>'],
        ['menuitem', /^Revoke/],
      ],
    },
  ],
  'pages/keys/CliTokenList.tsx': [
    {
      path: '/keys?tab=cli',
      opens: [
        ['button', 'Actions for Laptop <i>'],
        ['menuitem', /^Revoke/],
      ],
    },
  ],
  'pages/keys/ConnectedApps.tsx': [
    {
      path: '/keys?tab=apps',
      opens: [
        ['button', 'Actions for Assistant <b>'],
        ['menuitem', /^Revoke/],
      ],
    },
  ],
  'pages/keys/ConnectedAppLimits.tsx': [
    {
      path: '/keys?tab=apps',
      opens: [
        ['button', 'Actions for Assistant <b>'],
        ['menuitem', /limits|caps/i],
      ],
    },
  ],
  'pages/keys/CredentialMenu.tsx': [{ path: '/keys', opens: [['button', 'Actions for Till <b>']], role: 'menu' }],
  'pages/keys/CredentialForm.tsx': [
    { path: '/keys', opens: [['button', 'Create API key']], isExample: true },
    { path: '/keys?tab=cli', opens: [['button', 'Create CLI token']] },
  ],
  'pages/knowledge/KnowledgeBases.tsx': [{ path: '/knowledge', opens: [['button', 'Create knowledge base']] }],
  'pages/knowledge/KnowledgeBase.tsx': [{ path: `/knowledge/${knowledgeBaseId}`, opens: [['button', 'Delete']] }],
  'pages/knowledge/KnowledgeDocuments.tsx': [{ path: `/knowledge/${knowledgeBaseId}`, opens: [['button', 'Remove Hours']] }],
  'pages/knowledge/KnowledgeDocument.tsx': [
    { path: `/knowledge/${knowledgeBaseId}`, opens: [['link', 'Hours']] },
    { path: `/knowledge/${knowledgeBaseId}`, opens: [['link', 'Add text']] },
  ],
  'pages/leads/LeadDetail.tsx': [{ path: `/campaigns/${campaignId}?tab=leads`, opens: [['button', 'Open Lead 1 <i>']], isExample: true }],
  'pages/leads/LeadDelete.tsx': [{ path: `/campaigns/${campaignId}?tab=leads&lead=${leadId}`, opens: [['button', 'Delete lead']] }],
  'pages/leads/LeadSelection.tsx': [{ path: `/campaigns/${campaignId}?tab=leads`, prepare: selectAll, opens: [['button', 'Delete']] }],
  'pages/leads/imports/RevertImport.tsx': [{ path: `/campaigns/${campaignId}/import?import=${importId}`, opens: [['button', 'Undo import']] }],
  'pages/live/LiveCampaigns.tsx': [{ path: '/live', opens: [['button', 'Pause all campaigns']] }],
  'pages/live/PlaceCall.tsx': [{ path: '/live', opens: [['button', 'Place call']], isExample: true }],
  'pages/members/MemberInvite.tsx': [{ path: '/members', opens: [['button', 'Invite member']] }],
  'pages/members/Invitations.tsx': [
    { path: '/members', opens: [['button', 'Revoke invitation for olga@example.com']] },
    { path: '/members', opens: [['button', 'Renew invitation for olga@example.com']] },
  ],
  'pages/members/Members.tsx': [
    { path: '/members', opens: [['button', 'Remove Vera']] },
    { path: '/members', opens: [['button', 'Leave']] },
  ],
  'pages/numbers/ConnectNumber.tsx': [{ path: '/numbers', opens: [['button', 'Connect number']] }],
  'pages/numbers/NumberDetail.tsx': [{ path: `/numbers/${linkedNumberId}`, opens: [['button', 'Disconnect number']] }],
  'pages/numbers/NumberInbound.tsx': [{ path: `/numbers/${linkedNumberId}`, opens: [['button', 'Rotate secret']] }],
  'pages/privacy/Erasures.tsx': [
    { path: '/privacy', prepare: (page) => page.getByLabel('Phone number').last().fill('+14155550999'), opens: [['button', 'Erase…']] },
  ],
  'pages/privacy/PersonExports.tsx': [{ path: '/privacy', opens: [['button', 'Delete the export for +14155550142']] }],
  'pages/reports/ReportForm.tsx': [{ path: '/reports', opens: [['button', 'Create export']] }],
  'pages/reports/ReportActions.tsx': [{ path: '/reports', opens: [['button', 'Delete export 1']] }],
  'pages/settings/Retention.tsx': [
    { path: '/settings?tab=data', prepare: (page) => page.getByRole('main').getByRole('textbox').first().fill('1'), opens: [['button', 'Save']] },
  ],
  'pages/webhooks/SignatureChecker.tsx': [
    {
      path: '/webhooks',
      opens: [
        ['button', /^Actions for/],
        ['menuitem', 'Check a signature'],
      ],
    },
  ],
  'pages/webhooks/WebhookDelivery.tsx': [{ path: '/webhooks', opens: [['link', 'Call completed']] }],
  'pages/webhooks/WebhookEndpointForm.tsx': [{ path: '/webhooks', opens: [['button', 'Add endpoint']] }],
  'pages/webhooks/WebhookEndpointMenu.tsx': [{ path: '/webhooks', opens: [['button', /^Actions for/]], role: 'menu' }],
})

/** Overlays that need a real provider, a call in progress or an account without numbers. They are the same component, `ConfirmDialog` or `SideDrawer`. */
export const NOT_OPENED = [
  'pages/agents/AgentTest.tsx',
  'pages/calls/CallDetails.tsx',
  'pages/campaigns/results/CampaignOutcomes.tsx',
  'pages/carriers/CarrierAccount.tsx',
  'pages/live/LiveCall.tsx',
]

async function selectAll(page: Page) {
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check()
}

async function openOwnPage(page: Page) {
  await page.getByRole('link', { name: 'House rules' }).click()
  await page.getByRole('heading', { level: 1, name: 'House rules' }).waitFor()
}
