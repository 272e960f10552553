import { WorkspaceInfoDocument } from '../../generated/rest.ts'
import { workspaceInfo } from '../examples/workspaces.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

export const workspaceRoutes = [
  route({
    method: 'GET',
    path: '/me',
    scope: 'me:read',
    status: 200,
    tool: 'get_workspace_info',
    command: 'whoami',
    summary: 'Get workspace information',
    about: 'The workspace, its plan and rate limits, and the scopes of the API key.',
    document: WorkspaceInfoDocument,
    variables: () => ({}),
    reply: only('workspace'),
    example: { answer: workspaceInfo },
  }),
]
