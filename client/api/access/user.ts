import type { Status } from '#shared/constants'
import type { PasswordReset, User, UserChoices, UserDetail, UserInput, UserQuery } from '#shared/access/user'
import type { MessengerChange } from '#shared/access/wecom'
import { user } from '#shared/access/user-resource'
import { read, request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

export const userApi = {
  ...resourceApi<User, UserDetail, UserInput, UserQuery>(user),
  setStatus: (row: User, status: Status) => changeAt('/user/status', changeOf(row, { status }), { userId: row.userId }),
  /** Ends the user's sessions; they must set a new password at the next sign-in. */
  resetPassword: (reset: PasswordReset) => request<number>('PUT', '/user/pwd/reset', { body: reset }),
  /** Binds a user to a member in WeCom; an empty `memberId` unbinds. */
  setMessenger: (change: MessengerChange) => request<number>('PUT', `${user.path}/messenger`, { body: change }),
  /** Roles and posts to choose from. */
  choices: (signal?: AbortSignal) => read<UserChoices>(`${user.path}/choices`, signal),
}
