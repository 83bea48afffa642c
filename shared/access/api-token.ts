import { OptionalEnd } from '../list/moment'
import { Id, Instant, name } from '../list/page'
import type { PermissionTag } from '../permission-tags'
import { nameSchemas, z } from '../zod'
import { isScope } from './token-scopes'

/** How the token of a person or a service begins, so that it is known where it is found. */
export const API_TOKEN_PREFIX = 'cat_'

const MAX_SCOPES = 200

/** What a token may do of what its account may. */
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
  /** The one line that it works with. */
  productId: Id.nullish(),
  expiresAt: OptionalEnd,
  password: z.string().min(1).max(128),
})
export type OwnTokenInput = z.infer<typeof OwnTokenInput>

/** A token for an account, usually one made for a program. */
export const ServiceTokenInput = OwnTokenInput.omit({ password: true }).extend({ username: name(64) })
export type ServiceTokenInput = z.infer<typeof ServiceTokenInput>

/** What is told of each key of a program. */
export const ProgramKey = z.object({
  name: z.string(),
  /** Empty when the account was deleted. */
  username: z.string(),
  /** Whether the account is there and enabled; without it the key opens nothing. */
  isAccountOn: z.boolean(),
  /** Code and names of its line; null where it may work with any. */
  product: z.string().nullable(),
  productName: z.string().nullable(),
  productNameEn: z.string().nullable(),
  createName: z.string(),
  createdAt: Instant,
  /** Null: good until it is revoked. */
  expiresAt: Instant.nullable(),
  isExpired: z.boolean(),
  revokedAt: Instant.nullable(),
  seenAt: Instant.nullable(),
  /** Not used for 90 days, though it could be. */
  isUnused: z.boolean(),
})
export type ProgramKey = z.infer<typeof ProgramKey>

/** For a person, for an account of its own, or for an instrument that sends measurements. */
export const apiTokenKinds = ['personal', 'service', 'instrument'] as const
export type ApiTokenKind = (typeof apiTokenKinds)[number]

export const ApiToken = ProgramKey.extend({
  tokenId: z.int(),
  kind: z.enum(apiTokenKinds).exclude(['instrument']),
  scopes: z.array(z.string()),
})
export type ApiToken = z.infer<typeof ApiToken>
/** The only answer that contains the token. */
export const ApiTokenCreated = z.object({ token: z.string(), apiToken: ApiToken })
export type ApiTokenCreated = z.infer<typeof ApiTokenCreated>
export const TokenIdParam = z.object({ tokenId: Id })

/** Scopes that the caller may give, by the pages of the menu. */
export const ScopeGroup = z.object({
  title: z.string(),
  scopes: z.array(z.object({ tag: z.string(), title: z.string() })),
})
export type ScopeGroup = z.infer<typeof ScopeGroup>

nameSchemas({ OwnTokenInput, ServiceTokenInput, ApiToken, ApiTokenCreated, ScopeGroup })
