import { createRootRoute, createRoute, createRouter, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { speaks } from './messages.ts'
import { NotFound } from './parts/NotFound.tsx'
import { Broken } from './parts/Broken.tsx'
import { parseSearch, search, stringifySearch } from './search.ts'
import * as session from './api/session.ts'

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Broken })
/** A page of the dashboard; with a scope it is for those whose role has it, and others are told so in its place. */
const page = <Path extends string>(path: Path, scope?: string) => ({ getParentRoute: () => signedIn, path, staticData: { scope } })
const access = { getParentRoute: () => root, validateSearch: search('next'), loader: speaks('access') }
const signIn = createRoute({ ...access, path: '/sign-in', component: lazy(() => import('./pages/signIn/Access.tsx'), 'SignIn') })
const signUp = createRoute({ ...access, path: '/sign-up', component: lazy(() => import('./pages/signIn/Access.tsx'), 'SignUp') })
const invitation = createRoute({ ...access, path: '/invitation', component: lazy(() => import('./pages/signIn/Invitation.tsx'), 'Invitation') })
const reset = createRoute({ ...access, path: '/reset-password', component: lazy(() => import('./pages/signIn/PasswordReset.tsx'), 'PasswordReset') })

/** Everything else is for who is signed in; others come back to where they wanted to go. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazy(() => import('./shell/Frame.tsx'), 'Frame'),
  beforeLoad: async ({ location }) => {
    if (session.current().state === 'unknown') await session.refresh()
    if (session.current().state === 'out') throw redirect({ to: '/sign-in', search: { next: location.href === '/' ? undefined : location.href } })
  },
})

const home = createRoute({
  ...page('/'),
  validateSearch: search('days'),
  loader: speaks('home'),
  component: lazy(() => import('./pages/home/Home.tsx'), 'Home'),
})
const live = createRoute({
  ...page('/live'),
  validateSearch: search('call', 'agent', 'campaign', 'status', 'place'),
  loader: speaks('live'),
  component: lazy(() => import('./pages/live/Live.tsx'), 'Live'),
})
const agents = createRoute({
  ...page('/agents'),
  validateSearch: search('show'),
  loader: speaks('agents'),
  component: lazy(() => import('./pages/agents/Agents.tsx'), 'Agents'),
})
const agentNew = createRoute({
  ...page('/agents/new', 'agents:write'),
  loader: speaks('agents'),
  component: lazy(() => import('./pages/agents/AgentNew.tsx'), 'AgentNew'),
})
const agent = createRoute({
  ...page('/agents/$id'),
  validateSearch: search('tab', 'from', 'to', 'call'),
  loader: speaks('agents'),
  component: lazy(() => import('./pages/agents/Agent.tsx'), 'Agent'),
})
const bases = createRoute({
  ...page('/knowledge'),
  loader: speaks('knowledge', 'words'),
  component: lazy(() => import('./pages/knowledge/KnowledgeBases.tsx'), 'KnowledgeBases'),
})
const base = createRoute({
  ...page('/knowledge/$id'),
  validateSearch: search('document'),
  loader: speaks('knowledge'),
  component: lazy(() => import('./pages/knowledge/KnowledgeBase.tsx'), 'KnowledgeBase'),
})
const campaigns = createRoute({
  ...page('/campaigns'),
  validateSearch: search('status'),
  loader: speaks('campaigns'),
  component: lazy(() => import('./pages/campaigns/Campaigns.tsx'), 'Campaigns'),
})
const campaignNew = createRoute({
  ...page('/campaigns/new', 'campaigns:write'),
  validateSearch: search('id', 'step'),
  loader: speaks('campaigns', 'leads'),
  component: lazy(() => import('./pages/campaigns/CampaignWizard.tsx'), 'CampaignWizard'),
})
const campaign = createRoute({
  ...page('/campaigns/$id'),
  validateSearch: search('tab', 'status', 'search', 'outcome', 'lead', 'call'),
  loader: speaks('campaigns', 'leads'),
  component: lazy(() => import('./pages/campaigns/Campaign.tsx'), 'Campaign'),
})
const leadImport = createRoute({
  ...page('/campaigns/$id/import'),
  validateSearch: search('import'),
  loader: speaks('leads'),
  component: lazy(() => import('./pages/leads/LeadImport.tsx'), 'LeadImport'),
})
const calls = createRoute({
  ...page('/calls'),
  validateSearch: search('call', 'status', 'agent', 'campaign', 'direction', 'outcome', 'number', 'from', 'to'),
  loader: speaks('calls'),
  component: lazy(() => import('./pages/calls/Calls.tsx'), 'Calls'),
})
const messages = createRoute({
  ...page('/messages'),
  validateSearch: search('conversation', 'number', 'peer', 'new'),
  loader: speaks('messages', 'numbers'),
  component: lazy(() => import('./pages/messages/Messages.tsx'), 'Messages'),
})
const numbers = createRoute({
  ...page('/numbers'),
  validateSearch: search('status', 'link'),
  loader: speaks('numbers', 'words'),
  component: lazy(() => import('./pages/numbers/Numbers.tsx'), 'Numbers'),
})
const number = createRoute({
  ...page('/numbers/$id'),
  loader: speaks('numbers'),
  component: lazy(() => import('./pages/numbers/NumberDetail.tsx'), 'NumberDetail'),
})
const carriers = createRoute({
  ...page('/carriers'),
  validateSearch: search('connection'),
  loader: speaks('numbers'),
  component: lazy(() => import('./pages/carriers/Carriers.tsx'), 'Carriers'),
})
const dnc = createRoute({
  ...page('/dnc'),
  validateSearch: search('number'),
  loader: speaks('dnc'),
  component: lazy(() => import('./pages/doNotCall/Dnc.tsx'), 'Dnc'),
})
const webhooks = createRoute({
  ...page('/webhooks'),
  validateSearch: search('delivery', 'status', 'event'),
  loader: speaks('webhooks'),
  component: lazy(() => import('./pages/webhooks/Webhooks.tsx'), 'Webhooks'),
})
const keys = createRoute({
  ...page('/keys'),
  validateSearch: search('tab'),
  loader: speaks('keys', 'connect'),
  component: lazy(() => import('./pages/keys/Keys.tsx'), 'Keys'),
})
const billing = createRoute({
  ...page('/billing'),
  validateSearch: search('tab', 'days', 'by'),
  loader: speaks('billing'),
  component: lazy(() => import('./pages/billing/Billing.tsx'), 'Billing'),
})
const reports = createRoute({
  ...page('/reports'),
  validateSearch: search('make', 'campaign'),
  loader: speaks('reports'),
  component: lazy(() => import('./pages/reports/Reports.tsx'), 'Reports'),
})
const audit = createRoute({
  ...page('/audit', 'audit:read'),
  validateSearch: search('q', 'subject', 'operation', 'user', 'from', 'to', 'entry'),
  loader: speaks('audit'),
  component: lazy(() => import('./pages/audit/Audit.tsx'), 'Audit'),
})
const members = createRoute({
  ...page('/members'),
  validateSearch: search('add'),
  loader: speaks('members'),
  component: lazy(() => import('./pages/members/Members.tsx'), 'Members'),
})
const notices = createRoute({
  ...page('/notices'),
  validateSearch: search('show'),
  loader: speaks('notices'),
  component: lazy(() => import('./pages/notices/Notices.tsx'), 'Notices'),
})
const privacy = createRoute({
  ...page('/privacy'),
  loader: speaks('privacy', 'settings'),
  component: lazy(() => import('./pages/privacy/Privacy.tsx'), 'Privacy'),
})
const settings = createRoute({
  ...page('/settings'),
  validateSearch: search('tab'),
  loader: speaks('settings'),
  component: lazy(() => import('./pages/settings/Settings.tsx'), 'Settings'),
})
const documentation = createRoute({
  ...page('/docs'),
  validateSearch: search('q'),
  loader: speaks('documentation'),
  component: lazy(() => import('./pages/documentation/Documentation.tsx'), 'Documentation'),
})
const document = createRoute({
  ...page('/docs/$language/$slug'),
  loader: speaks('documentation'),
  component: lazy(() => import('./pages/documentation/Document.tsx'), 'DocumentPage'),
})

/** Where an app that asks for access sends its person; the address is the authorization server's. */
const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect/$uid',
  staticData: { isAlone: true },
  loader: speaks('connect'),
  component: lazy(() => import('./pages/connectApp/Connect.tsx'), 'Connect'),
})

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
  messages,
  numbers,
  number,
  carriers,
  dnc,
  webhooks,
  keys,
  billing,
  reports,
  audit,
  members,
  notices,
  privacy,
  settings,
  documentation,
  document,
  connect,
]

export const router = createRouter({
  routeTree: root.addChildren([signIn, signUp, invitation, reset, signedIn.addChildren(pages)]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    scope?: string
    /** Nothing stands around it: there is one thing to do. */
    isAlone?: boolean
  }
}
