/** Result codes of the API. A code in HTTP's range is also the default HTTP status. */
export const codes = {
  ok: 200,
  badRequest: 400,
  /** No token, or an unknown or revoked one. */
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
  /** A valid token that has expired; sent as HTTP 401. */
  sessionExpired: 6401,
} as const

export type Code = (typeof codes)[keyof typeof codes]

/** The shape of every JSON answer. `data` is present with code 200; `msg` of any other code is for the operator. */
export type Envelope<Data = unknown> = {
  requestId: string
  code: number
  msg: string
  data?: Data
  /** The faults by field name, if fields are faulty. */
  errors?: Record<string, string>
}
