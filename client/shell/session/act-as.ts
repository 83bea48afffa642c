import { actAs as requestRole } from '../../api/access/operator'
import { startSession } from '../../stores/session'
import { beginSwap } from '../../stores/token-swap'
import { unsavedTabs } from '../../stores/tabs'
import { isDone } from '../../ui/record/record-actions'
import { mayLose } from '../tabs/commands'
import { beginAnew } from './go-on'

/** Acts as one of the operator's roles, or as all of them for `*`: user, menu and routes come anew, tabs close. */
export async function actAs(roleKey: string): Promise<void> {
  if (!(await mayLose(unsavedTabs().map(({ path }) => path)))) return
  beginSwap()
  const isChanged = await isDone(requestRole(roleKey).then((ticket) => startSession(ticket)))
  if (isChanged) await beginAnew()
}
