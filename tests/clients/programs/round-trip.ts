/** What a client does against a server, and what it must have seen there. */
export type RoundTrip = {
  /** Keys of the roles at the beginning, from the list. */
  roleKeys: string[]
  /** Name of the new role after it was created, and after it was changed. */
  names: string[]
  /** Status of the answer to the same change with a stale version. */
  stale: number
  /** Ids of the roles that were deleted, as far as the new one is among them. */
  isDeleted: boolean
  /** Number of the first record, from the list and from the record itself. */
  recordNos: string[]
}

export const account = { username: 'admin', password: 'caliper-demo' }
export const role = { roleName: 'Client', roleKey: 'client' }
export const renamed = 'Generated client'
/** A version that nobody has seen. */
export const staleVersion = '2020-01-01T00:00:00.000Z'

/** Runs a client against the server that is named on the command line, and tells what it saw. */
export async function run(roundTrip: (url: string) => Promise<RoundTrip>) {
  console.log(JSON.stringify(await roundTrip(process.argv[2]!)))
}

/** What an answer holds. @throws when there is none */
export function some<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`${what} was not answered.`)
  return value
}
