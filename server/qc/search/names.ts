import { count, eq, sql } from 'drizzle-orm'
import type { Hit } from '#shared/qc/search'
import type { HitKind } from '#shared/qc/search-kinds'
import { createSpelling, isChinese } from '../../access/menu/title-keys'
import { statement } from '../../platform/list/statement'
import type { Reader, Store } from '../../platform/store'
import { listCharacteristics, listRemoved } from '../template/characteristic'
import { fold, wholeOf, type Findable } from './rank'

/** The kinds found by their names in memory. Records and lots are many; the database finds them. */
type NamedKind = Exclude<HitKind, 'record' | 'lot'>

type Entry = { id: number | string; code: string; name: string; nameEn: string; about: string; aboutEn: string } & Pick<
  Hit,
  'isRemoved'
>
export type Named = Findable & Entry & { kind: NamedKind }

/** All names of a plant, in the order of their lists: a few thousand. */
export type Names = Record<NamedKind, readonly Named[]>

const spellingsOf = createSpelling()

const products = statement(({ db, t: { products } }) =>
  db
    .select({ id: products.productId, code: products.code, name: products.name, nameEn: products.nameEn })
    .from(products)
    .orderBy(products.sort, products.productId),
)

const equipment = statement(({ db, t: { equipment, products } }) =>
  db
    .select({
      id: equipment.equipmentId,
      code: equipment.code,
      name: equipment.name,
      nameEn: equipment.nameEn,
      about: products.name,
      aboutEn: products.nameEn,
    })
    .from(equipment)
    .leftJoin(products, eq(products.productId, equipment.productId))
    .orderBy(equipment.code, equipment.equipmentId),
)

const templates = statement(({ db, t: { templates, products } }) =>
  db
    .select({
      id: templates.templateId,
      code: templates.code,
      name: templates.name,
      nameEn: templates.nameEn,
      about: products.name,
      aboutEn: products.nameEn,
    })
    .from(templates)
    .innerJoin(products, eq(products.productId, templates.productId))
    .orderBy(products.sort, templates.code),
)

const users = statement(({ db, t: { users } }) =>
  db.select({ id: users.userId, code: users.username, name: users.nickName }).from(users).orderBy(users.usernameKey),
)

/** A stamp that changes with each change of a table: rows added or removed, or a row changed later. */
const stampOf = (table: 'products' | 'equipment' | 'templates' | 'templateVersions' | 'users') =>
  statement(({ db, t }) =>
    db.select({ rows: count(), changed: sql<string>`cast(sum(${t[table].updatedAt}) as text)` }).from(t[table]),
  )
const stamps = (['products', 'equipment', 'templates', 'templateVersions', 'users'] as const).map(stampOf)

type Kept = { stamp: string; read: Promise<Names>; spelled?: Promise<Names> | undefined }
const kept = new WeakMap<Reader, Kept>()

/** All present names. They are read again only when one of their tables has changed. */
export const namesOf = async (store: Store): Promise<Names> => (await keptOf(store)).read

/** The names with their spellings. New spellings take another process a moment. */
export async function spelledNamesOf(store: Store): Promise<Names> {
  const names = await keptOf(store)
  return (names.spelled ??= names.read.then(spell).then(({ spelled, isComplete }) => {
    if (!isComplete) names.spelled = undefined // to be tried again
    return spelled
  }))
}

async function keptOf(store: Store): Promise<Kept> {
  const stamp = JSON.stringify(await Promise.all(stamps.map((read) => read(store))))
  const before = kept.get(store.db)
  if (before?.stamp === stamp) return before
  const next: Kept = { stamp, read: readNames(store) }
  kept.set(store.db, next)
  next.read.catch(() => kept.get(store.db) === next && kept.delete(store.db))
  return next
}

async function readNames(store: Store): Promise<Names> {
  const [lines, machines, sheets, present, removed, people] = await Promise.all([
    products(store),
    equipment(store),
    templates(store),
    listCharacteristics(store, {}),
    listRemoved(store, {}),
    users(store),
  ])
  return {
    product: lines.map((row) => findable('product', row)),
    equipment: machines.map((row) => findable('equipment', row)),
    template: sheets.map((row) => findable('template', row)),
    characteristic: [...present, ...removed].map(
      ({ itemKey: id, code, name, nameEn, isRemoved, templateName: about, templateNameEn: aboutEn }) =>
        findable('characteristic', { id, code, name, nameEn, about, aboutEn, isRemoved }),
    ),
    user: people.map((row) => findable('user', row)),
  }
}

async function spell(names: Names): Promise<{ spelled: Names; isComplete: boolean }> {
  const keys = await spellingsOf(Object.values(names).flatMap((list) => list.map(({ name }) => name)))
  let isComplete = true
  const withKeys = (list: readonly Named[]) =>
    list.map((named): Named => {
      const [pinyin, initials] = keys.get(named.name)?.split(' ') ?? []
      if (pinyin === undefined && isChinese(named.name)) isComplete = false
      const spelled = { ...named, pinyin: pinyin ? [pinyin] : [], initials: initials ? [initials] : [] }
      return { ...spelled, whole: wholeOf(spelled) }
    })
  const { product, equipment, template, characteristic, user } = names
  const spelled = {
    product: withKeys(product),
    equipment: withKeys(equipment),
    template: withKeys(template),
    characteristic: withKeys(characteristic),
    user: withKeys(user),
  }
  return { spelled, isComplete }
}

type Row = Pick<Entry, 'id' | 'code' | 'name' | 'isRemoved'> & {
  [Field in 'nameEn' | 'about' | 'aboutEn']?: string | null
}

function findable(kind: NamedKind, { id, code, name, isRemoved, ...row }: Row): Named {
  const [nameEn, about, aboutEn] = [row.nameEn ?? '', row.about ?? '', row.aboutEn ?? '']
  const texts = (...all: string[]) => all.map(fold).filter((text) => text !== '')
  const found = { names: texts(code, name, nameEn), context: texts(about, aboutEn), pinyin: [], initials: [] }
  return { kind, id, code, name, nameEn, about, aboutEn, isRemoved, ...found, whole: wholeOf(found) }
}
