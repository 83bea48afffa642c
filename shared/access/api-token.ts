import { OptionalEnd } from '../list/moment'
import { Id, Instant, name } from '../list/page'
import type { PermissionTag } from '../permission-tags'
import { nameSchemas, z } from '../zod'
import { isScope } from './token-scopes'

/** The prefix of the token of a person or a service. It makes a token recognizable in any text. */
export const API_TOKEN_PREFIX = 'cat_'

const MAX_SCOPES = 200

/** The permissions of a token, a part of those of its account. */
const Scopes = z
  .array(
    z
      .string()
      .max(64)
      .meta({ examples: ['qc:record:list'] }),
  )
  .min(1, 'apiToken.scopeNeeded')
  .max(MAX_SCOPES)
  .refine((tags) => tags.every(isScope), 'apiToken.neverScope')
  .transform((tags) => [...new Set(tags)] as PermissionTag[]) // each of them is a scope

/** A token of the caller. */
export const OwnTokenInput = z.object({
  name: name(64),
  scopes: Scopes,
  /** The only product line of the token. */
  productId: Id.nullish(),
  expiresAt: OptionalEnd,
  password: z.string().min(1).max(128),
})
export type OwnTokenInput = z.infer<typeof OwnTokenInput>

/** A token for an account, usually one made for a program. */
export const ServiceTokenInput = OwnTokenInput.omit({ password: true }).extend({ username: name(64) })
export type ServiceTokenInput = z.infer<typeof ServiceTokenInput>

/** The state of every key that opens something without a sign-in. */
export const keyState = {
  createName: z.string(),
  createdAt: Instant,
  /** Null: valid until it is revoked. */
  expiresAt: Instant.nullable(),
  isExpired: z.boolean(),
  revokedAt: Instant.nullable(),
  seenAt: Instant.nullable(),
  /** Valid, but not used for 90 days. */
  isUnused: z.boolean(),
}

/** The fields of every key of a program. */
export const ProgramKey = z.object({
  name: z.string(),
  /** Empty when the account was deleted. */
  username: z.string(),
  /** True if the account exists and is enabled. Otherwise the key opens nothing. */
  isAccountOn: z.boolean(),
  /** Code and names of its line; null if it may use any line. */
  product: z.string().nullable(),
  productName: z.string().nullable(),
  productNameEn: z.string().nullable(),
  ...keyState,
})
export type ProgramKey = z.infer<typeof ProgramKey>

/** For a person, for a service account, or for an instrument that sends measurements. */
export const apiTokenKinds = ['personal', 'service', 'instrument'] as const
export type ApiTokenKind = (typeof apiTokenKinds)[number]

export const ApiToken = ProgramKey.extend({
  tokenId: z.int(),
  kind: z.enum(apiTokenKinds).exclude(['instrument']),
  scopes: z.array(z.string()),
})
export type ApiToken = z.infer<typeof ApiToken>
/** The only answer with the token itself. */
export const ApiTokenCreated = z.object({ token: z.string(), apiToken: ApiToken })
export type ApiTokenCreated = z.infer<typeof ApiTokenCreated>
export const TokenIdParam = z.object({ tokenId: Id })

/** Scopes that the caller may give, by page of the menu. */
export const ScopeGroup = z.object({
  title: z.string(),
  scopes: z.array(z.object({ tag: z.string(), title: z.string() })),
})
export type ScopeGroup = z.infer<typeof ScopeGroup>

nameSchemas({ OwnTokenInput, ServiceTokenInput, ApiToken, ApiTokenCreated, ScopeGroup })
