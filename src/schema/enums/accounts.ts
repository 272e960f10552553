import { ACTOR_KINDS, AUDIT_ACTIONS } from '../../inputs/audit.ts'
import { PLAN_NAMES } from '../../kernel/vocabulary/plans.ts'
import { ROLES } from '../../kernel/vocabulary/scopes.ts'
import type { Publisher } from '../../services/agents/agentVersions.ts'
import { closedSet } from './closedSet.ts'

export const Role = closedSet('Role', 'Role of a member in a workspace.', {
  owner: '',
  admin: '',
  member: '',
  viewer: 'View-only access.',
} satisfies Record<(typeof ROLES)[number], string>)

export const PlanName = closedSet('PlanName', 'Name of a plan.', PLAN_NAMES)

export const SignUpMode = closedSet('SignUpMode', 'Who can create an account on this server.', {
  open: 'Anyone.',
  invited: 'Holders of an invitation link.',
  off: 'No one.',
})

export const ActorType = closedSet('ActorType', 'Who made a change.', {
  user: 'A member.',
  key: 'An API key.',
  cli: 'A member, with a CLI token.',
  app: 'A member, through a connected app.',
  operator: 'The server administrator.',
  system: 'Callwright.',
  nobody: 'A caller who was not signed in.',
} satisfies Record<(typeof ACTOR_KINDS)[number], string>)

export const AuditAction = closedSet('AuditAction', 'What happened to a resource.', {
  created: '',
  changed: '',
  deleted: '',
  refused: 'A sign-in was rejected.',
  listened: 'A member or program got access to the live audio of a call.',
} satisfies Record<(typeof AUDIT_ACTIONS)[number], string>)

export const PublisherType = closedSet('PublisherType', 'Who published an agent.', {
  user: 'A member.',
  api_key: 'An API key.',
  cli: 'A member, with a CLI token.',
  app: 'A member, through a connected app.',
} satisfies Record<Publisher['kind'], string>)
