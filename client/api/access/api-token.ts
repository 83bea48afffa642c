import type { ApiToken, ApiTokenCreated, OwnTokenInput, ScopeGroup, ServiceTokenInput } from '#shared/access/api-token'
import { read, request } from '../http'

const own = '/user/token'
const all = '/sys-token'

/** Tokens of programs that act for the operator. */
export const ownTokenApi = {
  /** The newest first, ended ones included. */
  list: (signal?: AbortSignal) => read<ApiToken[]>(own, signal),
  /** The scopes that the operator may grant, grouped by pages of the menu. */
  scopes: (signal?: AbortSignal) => read<ScopeGroup[]>(`${own}/scope`, signal),
  /** The token is returned only this once. */
  create: (body: OwnTokenInput) => request<ApiTokenCreated>('POST', own, { body }),
  revoke: (tokenId: number) => request<number>('DELETE', `${own}/${tokenId}`),
}

/** Tokens of all accounts; service tokens are created here. */
export const tokenApi = {
  list: (signal?: AbortSignal) => read<ApiToken[]>(all, signal),
  create: (body: ServiceTokenInput) => request<ApiTokenCreated>('POST', all, { body }),
  revoke: (tokenId: number) => request<number>('DELETE', `${all}/${tokenId}`),
}
