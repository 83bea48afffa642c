import { asc, eq, ne, and } from 'drizzle-orm'
import { ADMIN_ROLE_KEY, statuses } from '#shared/constants'
import type { Locale } from '#shared/i18n/text'
import { localizedName } from '#shared/qc/localized-name'
import type { Choice } from '#shared/list/page'
import type { Store } from '../../platform/store'
import { departmentChoices } from '../department/queries'
import { idsOf } from '../department/path'
import type { Operator } from '../session/queries'

/** The path of each department, by its id: its name after those above it, as in `总部/生产部/白班`. */
export async function departmentPaths({ db, t: { depts } }: Store, locale: Locale): Promise<Map<number, string>> {
  const all = await db.select().from(depts)
  const nameOf = new Map(
    all.map(({ deptId, deptName: name, deptNameEn: nameEn }) => [deptId, localizedName(locale, { name, nameEn })]),
  )
  return new Map(
    all.map(({ deptId, deptPath }) => [
      deptId,
      idsOf(deptPath)
        .flatMap((id) => nameOf.get(id) ?? [])
        .join('/'),
    ]),
  )
}

/** Examples of department, post and roles for a sheet of users, as far as they exist: by the field of the import. */
export async function userExamples(
  store: Store,
  operator: Operator,
  locale: Locale,
): Promise<Map<string, { example: string }>> {
  const { db, t } = store
  const { posts, roles } = t
  const [paths, departments] = await Promise.all([departmentPaths(store, locale), departmentChoices(store, operator)])
  const [post] = await db
    .select()
    .from(posts)
    .where(eq(posts.status, statuses.on))
    .orderBy(asc(posts.sort), asc(posts.postId))
    .limit(1)
  const [role] = await db
    .select()
    .from(roles)
    .where(and(eq(roles.status, statuses.on), ne(roles.roleKey, ADMIN_ROLE_KEY)))
    .orderBy(asc(roles.roleSort), asc(roles.roleId))
    .limit(1)
  const examples = {
    dept: paths.get(deepest(departments) ?? 0),
    post: post && localizedName(locale, { name: post.postName, nameEn: post.postNameEn }),
    roles: role && localizedName(locale, { name: role.roleName, nameEn: role.roleNameEn }),
  }
  return new Map(
    Object.entries(examples).flatMap(([field, example]) => (example === undefined ? [] : [[field, { example }]])),
  )
}

/** The first department at the end of the first branch, as an example of a path. */
function deepest([first]: readonly Choice[]): number | undefined {
  return first && (deepest(first.children ?? []) ?? first.id)
}
