import * as session from '../api/session.ts'
import { useErrorToast } from '../parts/useAction.ts'
import { useRouter } from '../router/index.ts'

/** Returns the function that opens another workspace. The open resource doesn't exist there, so it shows the list of its section, which does. */
export function useWorkspaceSwitch() {
  const showError = useErrorToast()
  const router = useRouter()
  return async (id: string) => {
    const [, section = ''] = location.pathname.split('/')
    await router.navigate({ href: `/${section}` })
    await session.switchWorkspace(id).catch(showError)
  }
}
