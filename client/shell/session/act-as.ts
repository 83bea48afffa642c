import { navigate } from 'wouter/use-browser-location'
import { actAs as requestRole } from '../../api/operator'
import { startSession } from '../../stores/session'
import { clearTabs, unsavedTabs } from '../../stores/tabs'
import { enter } from '../enter'
import { HOME_PATH } from '../fixed-routes'
import { queryClient } from '../queries'
import { mayLose } from '../tabs/commands'

/** Acts as one of the operator's roles, or as all of them for `*`: user, menu and routes come anew, tabs close. */
export async function actAs(roleKey: string): Promise<void> {
  if (!(await mayLose(unsavedTabs().map(({ path }) => path)))) return
  startSession(await requestRole(roleKey))
  clearTabs()
  navigate(HOME_PATH)
  await enter()
  queryClient.clear()
  void queryClient.refetchQueries()
}
