/** Outcome codes of the API. Where a code is in HTTP's range it is also the default HTTP status. */
export const codes = {
  ok: 200,
  badRequest: 400,
  /** No token, or one that is unknown or revoked. */
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  impossible: 422,
  tooMany: 429,
  fault: 500,
  busy: 503,
  noSpace: 507,
  /** The token was ours and is past its time; travels as HTTP 401. */
  sessionExpired: 6401,
} as const

export type Code = (typeof codes)[keyof typeof codes]

/** The one shape of every JSON answer. `data` comes with code 200; `msg` of any other code is for the operator. */
export type Envelope<Data = unknown> = {
  requestId: string
  code: number
  msg: string
  data?: Data
  /** What is wrong, by field name, where fields are to blame. */
  errors?: Record<string, string>
}
