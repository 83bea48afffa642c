import { Hono } from 'hono'
import { z } from 'zod'
import { codes } from '#shared/envelope'
import type { Locale } from '#shared/i18n/text'
import { bulkChange, BulkResult, type BulkChange } from '#shared/list/bulk'
import { ImportQuery, MAX_SHEET_BYTES } from '#shared/list/import'
import { Group, Id, IdsBody, pageOf, type Page } from '#shared/list/page'
import type { Granted, PermissionTag } from '#shared/permissions'
import { bulkFields, groupFields, type Resource, type ResourceOf } from '#shared/resource'
import { regularRoute } from '../operation-log/route-title'
import type { RequestContext } from '../operation-log/write'
import type { SheetColumn } from '../../platform/sheets/cell'
import { bulkUpdate } from './bulk'
import type { TableName } from './record-reader'
import { sheetColumns } from './resource-columns'
import type { Store } from '../../platform/store'
import type { SessionEnv } from '../session/session-env'
import { answers, refuses, answersImport, answersSheet, answersTemplate } from '../../platform/http/describe'
import { ok } from '../../platform/http/envelope'
import { found } from '../../platform/http/refusal'
import { permit } from '../permission/permit'
import { takeUpload } from '../files/upload'
import { importSheet, type SheetImport } from './import'
import { exportQuery, sendSheet, sendTemplate, TemplateQuery, type SheetFormat } from './send-sheet'
import { validate } from '../../platform/http/validate'

/** The query of a list; a tree has neither pages nor orders. */
type QuerySchema = z.ZodObject<z.ZodRawShape>

/** The schemas of a resource: a row of its list, one record if it has more fields than a row, and the inputs. */
type Schemas<Row, One, Input, Change, Query> = {
  row: z.ZodType<Row>
  one?: z.ZodType<One>
  input: z.ZodType<Input>
  change: z.ZodType<Change>
  query: Query
}

/** The queries of a resource. A route is registered for each one that is given. */
type Queries<Row, One, Input, Change, Query, Line, Sheet extends z.ZodObject> = {
  /** A page, or a whole tree. */
  list?: (store: Store, query: Query, context: RequestContext) => Promise<Page<Row> | Row[]>
  /** All rows that match the filters, for exports. */
  batches?: (
    store: Store,
    query: Omit<Query, 'pageIndex' | 'pageSize'>,
    context: RequestContext,
  ) => AsyncIterable<Line[]>
  /** The number of rows that match the filters, by the values of a field. */
  groups?: (
    store: Store,
    query: Omit<Query, 'pageIndex' | 'pageSize'>,
    by: string,
    context: RequestContext,
  ) => Promise<Group[]>
  get?: (store: Store, id: number, context: RequestContext) => Promise<One | undefined>
  /** Returns the id of the new record. */
  create?: (store: Store, input: Input, context: RequestContext) => Promise<number>
  /** Returns the id, or undefined if the record does not exist. */
  update?: (store: Store, id: number, change: Change, context: RequestContext) => Promise<number | undefined>
  /** The table of `update`, if several rows may be changed at once. The declaration marks the fields for it. */
  bulk?: TableName
  /** Returns the ids. */
  remove?: (store: Store, ids: number[], context: RequestContext) => Promise<number[]>
  restore?: (store: Store, ids: number[], context: RequestContext) => Promise<number[]>
  /** Only where the columns of the sheet differ from the declaration. */
  columns?: readonly SheetColumn<Line>[] | ((store: Store, locale: Locale) => Promise<readonly SheetColumn<Line>[]>)
  /** Holders of one of these read the list as well, to choose from it. */
  listedBy?: readonly PermissionTag[]
  /** The import of its sheets. */
  imported?: SheetImport<Sheet>
}

/**
 * The regular routes of a resource: list, export, import, read, create, change, delete, restore. Register irregular
 * routes with a fixed path before these: `/:id` would match them too.
 */
export function crud<
  Row extends object,
  One,
  Input,
  Change,
  Query extends QuerySchema,
  Line extends object,
  Sheet extends z.ZodObject,
>(
  resource: ResourceOf<NoInfer<Row>> & Granted,
  schemas: Schemas<Row, One, Input, Change, Query>,
  queries: Queries<Row, One, Input, Change, z.infer<Query>, Line, Sheet>,
) {
  const { name, nouns, tags, texts, file = nouns.many } = resource
  const {
    list,
    groups,
    batches,
    get,
    create,
    update,
    bulk,
    remove,
    restore,
    columns = sheetColumns<Line>(resource),
  } = queries
  const { imported, listedBy = [] } = queries
  const { idParam = 'id' } = resource
  const Param = z.object({ [idParam]: Id })
  const routes = new Hono<SessionEnv>()

  if (list) {
    const rows: z.ZodType<Page<Row> | Row[]> = resource.isTree ? z.array(schemas.row) : pageOf(schemas.row)
    routes.get(
      '/',
      answers(name, regularRoute(resource, 'list'), rows),
      permit(tagOf(resource, 'list'), ...listedBy),
      validate('query', schemas.query),
      async (c) => ok(c, await list(c.var.store, c.req.valid('query'), c.var.context)),
    )
  }
  if (groups) {
    routes.get(
      '/group',
      answers(name, regularRoute(resource, 'group'), z.array(Group)),
      permit(tagOf(resource, 'list')),
      validate('query', groupQuery(schemas.query, groupFields(resource))),
      async (c) => {
        const query = c.req.valid('query') as z.infer<Query> & { by: string } // by `groupQuery`
        return ok(c, await groups(c.var.store, query, query.by, c.var.context))
      },
    )
  }
  if (batches && tags.export) {
    routes.get(
      '/export',
      answersSheet(name, regularRoute(resource, 'export')),
      permit(tagOf(resource, 'export')),
      validate('query', exportQuery(schemas.query)),
      async (c) => {
        const query = c.req.valid('query') as z.infer<Query> & { format: SheetFormat } // by `exportQuery`
        return sendSheet(c, {
          name: file,
          title: texts.title,
          format: query.format,
          columns: typeof columns === 'function' ? await columns(c.var.store, c.var.locale) : columns,
          batches: batches(c.var.store, query, c.var.context),
        })
      },
    )
  }
  if (imported) {
    routes.get(
      '/import/template',
      answersTemplate(name, regularRoute(resource, 'template')),
      permit(tagOf(resource, 'import')),
      validate('query', TemplateQuery),
      (c) => {
        const { format } = c.req.valid('query')
        return sendTemplate(c, { name: file, title: texts.title, format, columns: imported.columns })
      },
    )
    routes.post(
      '/import',
      answersImport(name, regularRoute(resource, 'import')),
      permit(tagOf(resource, 'import')),
      validate('query', ImportQuery),
      takeUpload(['file'], MAX_SHEET_BYTES),
      (c) => importSheet(c, imported, c.req.valid('query')),
    )
  }
  if (get) {
    const one: z.ZodType<One | Row> = schemas.one ?? schemas.row
    routes.get(
      `/:${idParam}`,
      answers(name, regularRoute(resource, 'get'), one),
      permit(tagOf(resource, 'query')),
      validate('param', Param),
      async (c) => ok(c, found(await get(c.var.store, c.req.valid('param')[idParam]!, c.var.context))),
    )
  }
  if (create) {
    routes.post(
      '/',
      answers(name, regularRoute(resource, 'create'), z.int()),
      permit(tagOf(resource, 'add')),
      validate('json', schemas.input),
      async (c) => ok(c, await create(c.var.store, c.req.valid('json'), c.var.context), 'done.created'),
    )
  }
  if (update && bulk) {
    routes.put(
      '/bulk',
      answers(name, regularRoute(resource, 'bulk'), BulkResult),
      refuses(codes.conflict),
      permit(tagOf(resource, 'edit')),
      validate('json', bulkChange(bulkFieldsOf(resource, schemas.change))),
      async (c) => {
        const change = c.req.valid('json') as BulkChange<Change & object> // fields of the same schema
        const result = await bulkUpdate(c.var.store, resource, bulk, update, change, c.var.context)
        return ok(c, result, 'done.updated')
      },
    )
  }
  if (update) {
    routes.put(
      `/:${idParam}`,
      answers(name, regularRoute(resource, 'update'), z.int()),
      permit(tagOf(resource, 'edit')),
      validate('param', Param),
      validate('json', schemas.change),
      async (c) => {
        const id = await update(c.var.store, c.req.valid('param')[idParam]!, c.req.valid('json'), c.var.context)
        return ok(c, found(id), 'done.updated')
      },
    )
  }
  if (remove) {
    routes.delete(
      '/',
      answers(name, regularRoute(resource, 'remove'), z.array(z.int())),
      permit(tagOf(resource, 'remove')),
      validate('json', IdsBody),
      async (c) => ok(c, await remove(c.var.store, c.req.valid('json').ids, c.var.context), 'done.deleted'),
    )
  }
  if (restore) {
    routes.post(
      '/restore',
      answers(name, regularRoute(resource, 'restore'), z.array(z.int())),
      permit(tagOf(resource, 'remove')),
      validate('json', IdsBody),
      async (c) => ok(c, await restore(c.var.store, c.req.valid('json').ids, c.var.context), 'done.restored'),
    )
  }
  return routes
}

/** The fields that may be changed on several rows at once, with their schemas of a change. */
function bulkFieldsOf(resource: Resource, change: z.ZodType) {
  if (!(change instanceof z.ZodObject)) throw new Error(`The change of ${resource.name} has no fields to pick from.`)
  const shape: z.ZodRawShape = change.shape
  return z.object(Object.fromEntries(bulkFields(resource).map((field) => [field, shape[field]!])))
}

/** The query of the groups of a list: its filters, and the field by which rows are grouped. */
export function groupQuery<Shape extends z.ZodRawShape, const Field extends string>(
  { shape }: z.ZodObject<Shape>,
  fields: readonly Field[],
) {
  const { pageIndex: _index, pageSize: _size, ...filters } = shape
  return z.object({ ...filters, by: z.enum(fields) })
}

/** The tag of an action; reading one record falls back to reading the list. */
function tagOf({ name, tags }: Resource & Granted, action: keyof Granted['tags']): PermissionTag {
  const tag = tags[action] ?? (action === 'query' ? tags.list : undefined)
  if (!tag) throw new Error(`The resource ${name} declares no permission to ${action}.`)
  return tag
}
