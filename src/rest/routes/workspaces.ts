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
    summary: 'The workspace and what the key may do',
    document: WorkspaceInfoDocument,
    variables: () => ({}),
    reply: only('workspace'),
    example: { answer: workspaceInfo },
  }),
]
