import type { APIRequestContext } from '@playwright/test'
import type { Envelope } from '#shared/envelope'
import type { Page } from '#shared/schemas/page'
import type { Role } from '#shared/schemas/role'

/** Calls the API with a token, past the browser. */
export const apiOf = (request: APIRequestContext, token: string) => {
  async function call<Data>(method: string, path: string, data?: object): Promise<Envelope<Data>> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) })
    return answer.json()
  }
  return {
    call,
    /** Makes a role; its key is unlike all others. Returns its id. */
    async createRole(role: { roleName: string; roleKey?: string; roleSort?: number; status?: string }) {
      const { data, msg } = await call<number>('POST', '/role', { roleKey: uniqueKey(), ...role })
      if (data === undefined) throw new Error(msg)
      return data
    },
    /** The roles whose name contains `roleName`. */
    async roles(roleName: string): Promise<Role[]> {
      const { data } = await call<Page<Role>>('GET', `/role?${new URLSearchParams({ roleName })}`)
      return data?.list ?? []
    },
  }
}

let made = 0

/** A word that no other test uses. */
export const uniqueKey = (): string =>
  `k${process.pid.toString(36)}${Date.now().toString(36)}${(made += 1).toString(36)}`
