import { eq } from 'drizzle-orm'
import type { ApiInput, ApiRoute } from '#shared/schemas/api'
import type { Store } from '../store'
import { writeOperation, type Act } from './operation'
import { statement } from './statement'

const titles = statement(({ db, t }) => db.select().from(t.apiTitles))

/** `routes` under the titles that operators gave them; those without one keep that of the code. */
export async function withTitles(store: Store, routes: readonly ApiRoute[]): Promise<ApiRoute[]> {
  const given = new Map((await titles(store)).map(({ id, title }) => [id, title]))
  return routes.map((route) => ({ ...route, title: given.get(route.id) ?? route.title }))
}

/** Gives a route a title of its own, or with an empty one that of the code again. */
export const setApiTitle = (store: Store, route: ApiRoute, { title }: ApiInput, act: Act): Promise<number> =>
  store.tx(async (db) => {
    const { apiTitles } = store.t
    const { id } = route
    const [known] = await db.select().from(apiTitles).where(eq(apiTitles.id, id))
    const before = known?.title ?? route.title
    const after = title || route.title
    await db.delete(apiTitles).where(eq(apiTitles.id, id))
    if (after !== route.title) await db.insert(apiTitles).values({ id, title })
    const name = `${route.action} ${route.path}`
    const change = { before: { title: before }, after: { title: after } }
    await writeOperation(store, db, act, { action: 'update', record: String(id), name, ...change })
    return id
  })
