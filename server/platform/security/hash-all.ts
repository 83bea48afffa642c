import { hashPassword } from './password'

/** So many at a time: people who sign in meanwhile get their turn. */
const AT_ONCE = 2

/** The hashes of many passwords, by the password; equal ones are hashed once. */
export async function hashAll(passwords: Iterable<string>): Promise<Map<string, string>> {
  const waiting = [...new Set(passwords)]
  const hashes = new Map<string, string>()
  async function work() {
    for (let password = waiting.pop(); password !== undefined; password = waiting.pop()) {
      hashes.set(password, await hashPassword(password))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return hashes
}
