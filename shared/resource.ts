import type { CountTextKey, PlainRouteKey, PlainTextKey } from './i18n/text'

/** The format of a field in lists, sheets and details. `name`: the record's name; an object: the text of each value. */
type FieldFormat = 'name' | 'text' | 'code' | 'number' | 'status' | 'instant' | Readonly<Record<string, PlainTextKey>>

/** A field of a resource, for its lists, filters and sheets. */
export type Field = {
  /** Its label. */
  text: PlainTextKey
  /** Without it, `text`. */
  as?: FieldFormat
  /** The field with the same text in English, which may be empty. */
  en?: string
  /** `always`: the column cannot be hidden. `never`: the list has no such column. */
  column?: 'always' | 'never'
  /** The name of its column in the stored choice of columns, if it is not the name of the field. */
  columnId?: string
  sort?: true
  filter?: 'contains' | 'equals'
  /** False if the field has an equality filter, but lists are not grouped by it. */
  group?: false
  /** It can be changed on several records at once. */
  bulk?: true
  /** 1: a card on a phone shows it first; 3: it folds first. By default, status is 1, remarks and times are 3. */
  priority?: 1 | 2 | 3
  /** False for a field that exports leave out. */
  sheet?: false
}

/** What is done with the records of a resource by its regular routes. */
export type RegularAction = 'list' | 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import'
/** The regular actions of a resource, with the permission tag of each, as area:resource:action. */
type Tags = Readonly<Partial<Record<RegularAction, `${string}:${string}:${string}`>>>

/** The tags of some actions: `tagsFor('qc:lot', 'list')` is `{ list: 'qc:lot:list' }`. */
export const tagsFor = <const Subject extends string, const Action extends RegularAction>(
  subject: Subject,
  ...actions: Action[]
) =>
  Object.fromEntries(actions.map((action) => [action, `${subject}:${action}`])) as {
    readonly [Name in Action]: `${Subject}:${Name}`
  }

/**
 * The declaration of a resource: its lists, filters, sheets and regular routes are derived from it. It loads no schema
 * (ADR 7). Write `{ … } as const satisfies Resource`; the schema file checks the fields by `satisfies ResourceOf<Row>`.
 */
export type Resource = {
  /** Its name in the operation log, the API document and the keys of the browser's cache. */
  name: string
  /** Below `/api/v1`. */
  path: `/${string}`
  /** The field with the id of a record, and the one with its name. */
  id: string
  label: string
  /** English words for the API document: `a post`, `post`, `posts`. */
  nouns: { a: string; one: string; many: string }
  /** The name of its list in the browser's cache and storage, if it is not `name`. */
  listKey?: string
  /** Titles of routes that are more specific than the regular ones. */
  routeTitles?: Partial<
    Record<
      'list' | 'group' | 'get' | 'create' | 'update' | 'bulk' | 'remove' | 'restore' | 'export' | 'import' | 'template',
      PlainRouteKey
    >
  >
  /** Its list answers a whole tree, with filters but without sorting and paging. */
  isTree?: true
  /** Name of the id in addresses, if it is not `id`. */
  idParam?: string
  /** Name of exported files, without the extension; by default `nouns.many`. */
  file?: string
  /** The kind of its deleted records in the trash, as it is stored. */
  trash?: string
  tags: Tags
  /** The name of its page, in `component` of a menu entry. */
  view: `/${string}`
  texts: {
    /** The name of one record in the operation log and the trash. */
    one: PlainTextKey
    title: PlainTextKey
    intro?: PlainTextKey
    /** The name of one record inside a sentence: `New {noun}`. Without it, no form creates one. */
    noun?: PlainTextKey
    /** `Delete {count} posts`; without it, "records". */
    remove?: CountTextKey
    empty?: PlainTextKey
    /** The title of the import dialog; without it, a general one. */
    import?: PlainTextKey
  }
  /** The filter `keyword`: its label, and the fields that contain it. */
  keyword?: { text: PlainTextKey; fields: readonly string[] }
  /** In the order of the sheet and of the columns of the list. */
  fields: Readonly<Record<string, Field>>
}

/** A declaration whose fields are those of `Row`, a row in the answer of the list. */
export type ResourceOf<Row> = Resource & {
  id: keyof Row & string
  label: keyof Row & string
  keyword?: { fields: readonly (keyof Row & string)[] }
  fields: { readonly [Name in keyof Row & string]?: Field & { en?: keyof Row & string } }
}

type NamesWith<Declared extends Resource, Part> = {
  [Name in keyof Declared['fields'] & string]: Declared['fields'][Name] extends Part ? Name : never
}[keyof Declared['fields'] & string]

/** The fields that a list can be sorted by. */
export type SortField<Declared extends Resource> = NamesWith<Declared, { sort: true }>
/** The filters of a list, by the names in its query. */
export type FilterField<Declared extends Resource> =
  NamesWith<Declared, { filter: string }> | (Declared extends { keyword: object } ? 'keyword' : never)

/** The fields that a list can be grouped by: those filtered by equality, but not the id. */
export const groupFields = (resource: Pick<Resource, 'id' | 'fields'>): string[] =>
  namesOf(resource, ({ filter, group }) => filter === 'equals' && group !== false).filter(
    (name) => name !== resource.id,
  )

/** The fields that can be changed on several records at once. */
export const bulkFields = (resource: Pick<Resource, 'fields'>): string[] =>
  namesOf(resource, ({ bulk }) => bulk === true)

const namesOf = (resource: Pick<Resource, 'fields'>, isWanted: (field: Field) => boolean) =>
  Object.entries(resource.fields).flatMap(([name, field]) => (isWanted(field) ? [name] : []))

export const sortFields = <Declared extends Resource>(resource: Declared) =>
  namesOf(resource, ({ sort }) => sort === true) as SortField<Declared>[]

export const filterFields = <Declared extends Resource>(resource: Declared) =>
  [
    ...(resource.keyword ? ['keyword'] : []),
    ...namesOf(resource, ({ filter }) => filter !== undefined),
  ] as FilterField<Declared>[]
