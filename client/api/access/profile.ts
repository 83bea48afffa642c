import type { PasswordChange } from '#shared/access/password'
import type { Profile, ProfileChange } from '#shared/access/profile'
import { read, request } from '../http'
import { changeAt, type Change } from '../resource'

export const getProfile = (signal: AbortSignal) => read<Profile>('/user/profile', signal)

export const saveProfile = (change: Change<ProfileChange>) => changeAt('/sys-user/profile', change)

/** Ends all other sessions of the operator. */
export const changePassword = (change: PasswordChange) =>
  request<null>('PUT', '/user/pwd/set', { body: change, failures: 'show' })

/** Replaces the previous picture. Returns the path below the host of the API. */
export function uploadAvatar(picture: Blob): Promise<string> {
  const body = new FormData()
  body.append('upload[]', picture, 'avatar.jpg')
  return request<string>('POST', '/user/avatar', { body })
}

export const removeAvatar = () => request<null>('DELETE', '/user/avatar')
