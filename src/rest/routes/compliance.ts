import { ComplianceGetDocument } from '../../generated/rest.ts'
import { complianceReview } from '../examples/compliance.ts'
import { only } from '../reply.ts'
import { route } from '../route.ts'

export const complianceRoutes = [
  route({
    method: 'GET',
    path: '/compliance',
    extension: true,
    scope: 'compliance:read',
    status: 200,
    tool: 'get_compliance',
    notTool: 'its issues are for people to decide',
    command: 'compliance',
    summary: 'Get the compliance review',
    about: 'What is late, missing or risky for the law, what to do about it, and the versions of the rules in force.',
    document: ComplianceGetDocument,
    variables: () => ({}),
    reply: only('compliance'),
    example: { answer: complianceReview },
  }),
]
