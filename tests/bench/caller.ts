import type { Server } from '../e2e/support/server'

/** Signs in the first account of a server; `call` answers the data of a call, or throws what it was refused with. */
export async function signedInCaller({ url, accounts }: Server) {
  let token = ''
  async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const found: { token?: string; data: Data; msg: string; code: number } = await answer.json()
    if (found.code !== 200) throw new Error(`${method} ${path}: ${found.msg}`)
    if (found.token) token = found.token
    return found.data
  }
  const { username, password } = accounts[0]!
  await call('POST', '/login', { username, password })
  return { call, token }
}
