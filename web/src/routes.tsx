import { createRoute, createRouter, lazy } from './router/index.ts'
import { preloadMessages } from './messages.ts'
import { FILTER_NAMES } from './pages/calls/callFilterNames.ts'
import { NotFound } from './parts/page/NotFound.tsx'
import { PageError } from './parts/page/PageError.tsx'
import { validateSearch } from './search.ts'
import { pageOptions, pagesWithoutSession, signedIn } from './sessionRoutes.tsx'

const home = createRoute({
  ...pageOptions('/'),
  validateSearch: validateSearch('days'),
  loader: preloadMessages('home', 'alertTexts'),
  component: lazy(() => import('./pages/home/Home.tsx'), 'Home'),
})
const live = createRoute({
  ...pageOptions('/live'),
  validateSearch: validateSearch('call', 'agent', 'campaign', 'status', 'place'),
  loader: preloadMessages('live', 'recording'),
  component: lazy(() => import('./pages/live/Live.tsx'), 'Live'),
})
const agents = createRoute({
  ...pageOptions('/agents'),
  validateSearch: validateSearch('show'),
  loader: preloadMessages('agents'),
  component: lazy(() => import('./pages/agents/Agents.tsx'), 'Agents'),
})
const agentNew = createRoute({
  ...pageOptions('/agents/new', 'agents:write'),
  loader: preloadMessages('agents'),
  component: lazy(() => import('./pages/agents/editor/AgentNew.tsx'), 'AgentNew'),
})
const agent = createRoute({
  ...pageOptions('/agents/$id'),
  validateSearch: validateSearch('tab', 'from', 'to', 'call'),
  loader: preloadMessages('agents', 'agentProblems'),
  component: lazy(() => import('./pages/agents/Agent.tsx'), 'Agent'),
})
const bases = createRoute({
  ...pageOptions('/knowledge'),
  loader: preloadMessages('knowledge', 'words'),
  component: lazy(() => import('./pages/knowledge/KnowledgeBases.tsx'), 'KnowledgeBases'),
})
const base = createRoute({
  ...pageOptions('/knowledge/$id'),
  validateSearch: validateSearch('document'),
  loader: preloadMessages('knowledge'),
  component: lazy(() => import('./pages/knowledge/KnowledgeBase.tsx'), 'KnowledgeBase'),
})
const campaigns = createRoute({
  ...pageOptions('/campaigns'),
  validateSearch: validateSearch('status'),
  loader: preloadMessages('campaigns'),
  component: lazy(() => import('./pages/campaigns/Campaigns.tsx'), 'Campaigns'),
})
const campaignNew = createRoute({
  ...pageOptions('/campaigns/new', 'campaigns:write'),
  validateSearch: validateSearch('id', 'step'),
  loader: preloadMessages('campaigns', 'launch', 'leads', 'decisions'),
  component: lazy(() => import('./pages/campaigns/settings/CampaignWizard.tsx'), 'CampaignWizard'),
})
const campaign = createRoute({
  ...pageOptions('/campaigns/$id'),
  validateSearch: validateSearch('tab', 'status', 'search', 'sort', 'outcome', 'lead', 'call'),
  loader: preloadMessages('campaigns', 'launch', 'leads', 'decisions'),
  component: lazy(() => import('./pages/campaigns/Campaign.tsx'), 'Campaign'),
})
const leadImport = createRoute({
  ...pageOptions('/campaigns/$id/import'),
  validateSearch: validateSearch('import'),
  loader: preloadMessages('leads'),
  component: lazy(() => import('./pages/leads/imports/LeadImport.tsx'), 'LeadImport'),
})
const calls = createRoute({
  ...pageOptions('/calls'),
  validateSearch: validateSearch('call', 'sort', ...FILTER_NAMES),
  loader: preloadMessages('calls', 'recording'),
  component: lazy(() => import('./pages/calls/Calls.tsx'), 'Calls'),
})
const contact = createRoute({
  ...pageOptions('/contacts/$number'),
  loader: preloadMessages('contacts', 'dncReasons'),
  component: lazy(() => import('./pages/contacts/Contact.tsx'), 'Contact'),
})
const messages = createRoute({
  ...pageOptions('/messages'),
  validateSearch: validateSearch('conversation', 'number', 'contact', 'new'),
  loader: preloadMessages('messages', 'numbers'),
  component: lazy(() => import('./pages/messages/Messages.tsx'), 'Messages'),
})
const numbers = createRoute({
  ...pageOptions('/numbers'),
  validateSearch: validateSearch('status', 'link'),
  loader: preloadMessages('numbers', 'alertTexts', 'words'),
  component: lazy(() => import('./pages/numbers/Numbers.tsx'), 'Numbers'),
})
const number = createRoute({
  ...pageOptions('/numbers/$id'),
  loader: preloadMessages('numbers', 'alertTexts'),
  component: lazy(() => import('./pages/numbers/NumberDetail.tsx'), 'NumberDetail'),
})
const carriers = createRoute({
  ...pageOptions('/carriers'),
  validateSearch: validateSearch('connection'),
  loader: preloadMessages('numbers'),
  component: lazy(() => import('./pages/carriers/Carriers.tsx'), 'Carriers'),
})
const dnc = createRoute({
  ...pageOptions('/dnc'),
  validateSearch: validateSearch('number'),
  loader: preloadMessages('dnc', 'dncReasons'),
  component: lazy(() => import('./pages/doNotCall/Dnc.tsx'), 'Dnc'),
})
const compliance = createRoute({
  ...pageOptions('/compliance'),
  loader: preloadMessages('compliance', 'complianceTexts'),
  component: lazy(() => import('./pages/compliance/Compliance.tsx'), 'Compliance'),
})
const webhooks = createRoute({
  ...pageOptions('/webhooks'),
  validateSearch: validateSearch('delivery', 'endpoint', 'status', 'event'),
  loader: preloadMessages('webhooks'),
  component: lazy(() => import('./pages/webhooks/Webhooks.tsx'), 'Webhooks'),
})
const keys = createRoute({
  ...pageOptions('/keys'),
  validateSearch: validateSearch('tab'),
  loader: preloadMessages('keys', 'connect', 'scopes'),
  component: lazy(() => import('./pages/keys/ApiAccess.tsx'), 'ApiAccess'),
})
const billing = createRoute({
  ...pageOptions('/billing'),
  validateSearch: validateSearch('tab', 'days', 'by'),
  loader: preloadMessages('billing'),
  component: lazy(() => import('./pages/billing/Billing.tsx'), 'Billing'),
})
const reports = createRoute({
  ...pageOptions('/reports'),
  validateSearch: validateSearch('make', 'campaign'),
  loader: preloadMessages('reports'),
  component: lazy(() => import('./pages/reports/Reports.tsx'), 'Reports'),
})
const audit = createRoute({
  ...pageOptions('/audit', 'audit:read'),
  validateSearch: validateSearch('q', 'subject', 'operation', 'user', 'from', 'to', 'entry'),
  loader: preloadMessages('audit', 'auditEvents', 'resources'),
  component: lazy(() => import('./pages/audit/Audit.tsx'), 'Audit'),
})
const members = createRoute({
  ...pageOptions('/members'),
  validateSearch: validateSearch('add'),
  loader: preloadMessages('members'),
  component: lazy(() => import('./pages/members/Members.tsx'), 'Members'),
})
const alerts = createRoute({
  ...pageOptions('/alerts'),
  validateSearch: validateSearch('show'),
  loader: preloadMessages('alerts', 'alertTexts'),
  component: lazy(() => import('./pages/alerts/Alerts.tsx'), 'Alerts'),
})
const privacy = createRoute({
  ...pageOptions('/privacy'),
  loader: preloadMessages('privacy', 'settings'),
  component: lazy(() => import('./pages/privacy/Privacy.tsx'), 'Privacy'),
})
const settings = createRoute({
  ...pageOptions('/settings'),
  validateSearch: validateSearch('tab'),
  loader: preloadMessages('settings', 'status'),
  component: lazy(() => import('./pages/settings/Settings.tsx'), 'Settings'),
})
const documentation = createRoute({
  ...pageOptions('/docs'),
  validateSearch: validateSearch('q'),
  loader: preloadMessages('documentation'),
  component: lazy(() => import('./pages/documentation/Documentation.tsx'), 'Documentation'),
})
const document = createRoute({
  ...pageOptions('/docs/$language/$slug'),
  loader: preloadMessages('documentation'),
  component: lazy(() => import('./pages/documentation/Document.tsx'), 'DocumentPage'),
})

/** Consent page. The authorization server redirects to this URL. */
const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect/$uid',
  staticData: { isStandalone: true },
  loader: preloadMessages('connect', 'scopes'),
  component: lazy(() => import('./pages/connectApp/Connect.tsx'), 'Connect'),
})

/** Every other path. */
const notFound = createRoute({ ...pageOptions('/$'), component: NotFound })

const pages = [
  home,
  live,
  agents,
  agentNew,
  agent,
  bases,
  base,
  campaigns,
  campaignNew,
  campaign,
  leadImport,
  calls,
  contact,
  messages,
  numbers,
  number,
  carriers,
  dnc,
  compliance,
  webhooks,
  keys,
  billing,
  reports,
  audit,
  members,
  alerts,
  privacy,
  settings,
  documentation,
  document,
  connect,
  notFound,
]

const routes = [...pagesWithoutSession, ...pages]
export const router = createRouter({ routes, errorComponent: PageError })

declare module './router/types.ts' {
  interface Register {
    routes: (typeof routes)[number]
  }
}
