import { hkdfSync, randomBytes } from 'node:crypto'
import type { Connection } from './client'

const KEY_BYTES = 32

/**
 * Keys shared by processes on one database: made from a random part in the database and from the password of the
 * connection, so that a copy of the database alone reveals none. Without a password, the random part is the only
 * secret.
 */
export function postgresKeys(client: Connection, url: string): (purpose: string) => Promise<Buffer> {
  const keys = new Map<string, Promise<Buffer>>()

  async function derive(purpose: string): Promise<Buffer> {
    const salt = randomBytes(KEY_BYTES).toString('base64url')
    await client.query('insert into caliper_key (purpose, salt) values ($1, $2) on conflict do nothing', [
      purpose,
      salt,
    ])
    const { rows } = await client.query<{ salt: string }>('select salt from caliper_key where purpose = $1', [purpose])
    return Buffer.from(
      hkdfSync('sha256', new URL(url).password, Buffer.from(rows[0]!.salt, 'base64url'), purpose, KEY_BYTES),
    )
  }

  return (purpose) => {
    const key = keys.getOrInsertComputed(purpose, derive)
    key.catch(() => keys.delete(purpose))
    return key
  }
}
