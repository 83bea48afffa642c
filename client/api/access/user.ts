import type { Status } from '#shared/constants'
import type { PasswordReset, User, UserChoices, UserDetail, UserInput, UserQuery } from '#shared/access/user'
import type { MessengerChange } from '#shared/access/wecom'
import { request } from '../http'
import { changeAt, changeOf, resourceApi } from '../resource'

const PATH = '/sys-user'

export const userApi = {
  ...resourceApi<User, UserDetail, UserInput, UserQuery>(PATH),
  setStatus: (user: User, status: Status) =>
    changeAt('/user/status', changeOf(user, { status }), { userId: user.userId }),
  /** Ends the user's sessions; they must choose another password at the next sign-in. */
  resetPassword: (reset: PasswordReset) => request<number>('PUT', '/user/pwd/reset', { body: reset }),
  /** Binds a user to a member in WeCom; an empty `memberId` unbinds. */
  setMessenger: (change: MessengerChange) => request<number>('PUT', `${PATH}/messenger`, { body: change }),
  /** Roles and posts to choose from. */
  choices: (signal?: AbortSignal) =>
    request<UserChoices>('GET', `${PATH}/choices`, { failures: 'show', ...(signal && { signal }) }),
}
