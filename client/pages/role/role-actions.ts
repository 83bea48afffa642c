import { statuses } from '#shared/constants'
import type { Role } from '#shared/schemas/role'
import { Failure } from '../../api/http'
import { roleApi } from '../../api/role'
import { settings } from '../../stores/settings'
import { confirm } from '../../ui/confirm'
import { toast } from '../../ui/toast'
import { tr } from '../../ui/useText'

/** Enables or disables a role at once, with a way back. */
export async function switchStatus(role: Role, onDone: () => void): Promise<void> {
  const isOn = role.status === statuses.on
  const next = isOn ? statuses.off : statuses.on
  if (!(await isDone(roleApi.setStatus(role.roleId, next)))) return
  onDone()
  toast.show(tr(isOn ? 'role.disabledDone' : 'role.enabledDone', { name: role.roleName }), {
    action: { label: tr('action.undo'), onClick: () => void switchStatus({ ...role, status: next }, onDone) },
  })
}

/** Deletes roles after asking, naming how many and which. */
export async function removeRoles(roles: readonly Role[], onDone: () => void): Promise<void> {
  const deed = tr('role.delete', { count: roles.length })
  const names = new Intl.ListFormat(settings.locale).format(roles.map(({ roleName }) => roleName))
  const isSure = await confirm({
    title: deed,
    text: tr('role.deleteText', { names }),
    confirmLabel: deed,
    tone: 'danger',
  })
  if (isSure && (await isDone(roleApi.remove(roles.map(({ roleId }) => roleId))))) onDone()
}

/** False when the server refused, of which the operator has been told. */
async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
