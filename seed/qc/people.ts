import { inArray } from 'drizzle-orm'
import { nameOfUser } from '#server/access/user/name'
import type { Author } from '#server/qc/audit/append'
import type { Store } from '#server/platform/store/index'
import { usernameKey } from '#server/platform/security/username'
import { APPROVERS, ENGINEER, REVIEWER } from './dispositions'
import { templatePlans } from './templates'

export type Person = { userId: number; name: string; deptId: number | null }

export type PersonOf = (username: string) => Person

/** Replaces users without an account. */
const ADMINISTRATOR = 'admin'

/** The people of the year by their accounts. @throws when there is no administrator */
export async function peopleOf({ db, t: { users } }: Store): Promise<PersonOf> {
  const operators = templatePlans.flatMap((template) => template.operators)
  const names = [...new Set([ADMINISTRATOR, ENGINEER, REVIEWER, ...APPROVERS, ...operators])]
  const rows = await db
    .select({ username: users.username, userId: users.userId, nickName: users.nickName, deptId: users.deptId })
    .from(users)
    .where(inArray(users.usernameKey, names.map(usernameKey)))
  const people = new Map(
    rows.map(({ nickName, username, ...person }) => [
      usernameKey(username),
      { ...person, name: nameOfUser({ nickName, username }) },
    ]),
  )
  const administrator = people.get(ADMINISTRATOR)
  if (!administrator) throw new Error('The demo has no administrator.')
  return (username) => people.get(usernameKey(username)) ?? administrator
}

/** The author of audit entries at an instant. */
export const authorOf = ({ userId, name }: Person, now: number): Author => ({
  userId,
  name,
  now,
  requestId: `demo-${now.toString(36)}`,
})
