import type { APIRequestContext } from '@playwright/test'
import { codes, type Envelope } from '#shared/envelope'
import type { Page } from '#shared/list/page'
import type { Role, RoleDetail } from '#shared/access/role'

/** Calls the API with a token, past the browser. */
export const apiOf = (request: APIRequestContext, token: string) => {
  async function ask<Data>(method: string, path: string, data?: object): Promise<Envelope<Data>> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
    return answer.json()
  }
  async function call<Data>(method: string, path: string, data?: object): Promise<Envelope<Data>> {
    const answer = await ask<Data>(method, path, data)
    if (answer.code !== codes.ok) throw new Error(`${method} ${path} was refused: ${answer.code} ${answer.msg}`)
    return answer
  }
  /** The roles whose name contains `roleName`. */
  async function roles(roleName: string): Promise<Role[]> {
    const { data } = await call<Page<Role>>('GET', `/role?${new URLSearchParams({ roleName })}`)
    return data?.list ?? []
  }
  return {
    /** For a call that may be refused. */
    ask,
    /** For a call that must be done: a refusal fails the test. */
    call,
    /** Makes a role behind those of the demo, which stay on the first page; its key is unlike all others. Returns its id. */
    async createRole(role: { roleName: string; roleKey?: string; roleSort?: number; status?: string }) {
      const { data } = await call<number>('POST', '/role', { roleKey: uniqueKey(), roleSort: 900, ...role })
      return data!
    },
    roles,
    /** Remembers a role of the demo that a test changes. Returns how to put it back, for the tests to come. */
    async keepRole(roleName: string) {
      const [role] = await roles(roleName)
      const { data } = await call<RoleDetail>('GET', `/role/${role?.roleId}`)
      const { updatedAt: _version, ...before } = data! // whatever was changed since then
      return () => call('PUT', `/role/${before.roleId}`, before)
    },
  }
}

/**
 * Makes an administrator of a test's own: how they arrange lists is kept on the server and would be met by other tests.
 * @param token of an administrator
 */
export const newAdministrator = (request: APIRequestContext, token: string) => newUser(request, token, '系统管理员')

/** Makes somebody with a role of the demo, whose name is given, and a password that need not be changed. */
export async function newUser(request: APIRequestContext, token: string, roleName: string, more: object = {}) {
  const { call, roles } = apiOf(request, token)
  const [role] = await roles(roleName)
  const username = uniqueKey()
  const [given, password] = ['a password of my own', 'another password of my own']
  const made = { username, nickName: username, password: given, roleIds: [role!.roleId], ...more }
  const { data: userId } = await call<number>('POST', '/sys-user', made)
  const answer = await request.post('/api/v1/login', { data: { username, password: given } })
  const own: { token: string } = await answer.json()
  await apiOf(request, own.token).call('PUT', '/user/pwd/set', { oldPassword: given, newPassword: password })
  return { userId: userId!, username, password }
}

let made = 0

/** A word that no other test uses. */
export const uniqueKey = (): string =>
  `k${process.pid.toString(36)}${Date.now().toString(36)}${(made += 1).toString(36)}`
