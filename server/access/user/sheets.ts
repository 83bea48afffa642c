import { Hono } from 'hono'
import { regularRoute } from '../operation-log/route-title'
import { text } from '#shared/i18n/catalogues'
import type { Locale } from '#shared/i18n/text'
import { localizedName } from '#shared/qc/localized-name'
import { ImportQuery, MAX_SHEET_BYTES } from '#shared/list/import'
import { user } from '#shared/access/user-resource'
import { UserRow, type User } from '#shared/access/user'
import type { SessionEnv } from '../session/session-env'
import { answersImport, answersTemplate } from '../../platform/http/describe'
import { importSheet, type SheetImport } from '../crud/import'
import { sheetColumns } from '../crud/resource-columns'
import { permit } from '../permission/permit'
import { sendTemplate, TemplateQuery } from '../crud/send-sheet'
import { takeUpload } from '../files/upload'
import { validate } from '../../platform/http/validate'
import { departmentPaths, userExamples } from './example'
import { judgePasswords, planUsers } from './import'
import { hashPasswords } from '../../platform/security/password'
import type { Store } from '../../platform/store'
import { statusWords, type SheetField } from '../../platform/sheets/words'

/** The columns of an export; departments are written as paths, in the form that an import accepts. */
export async function userSheetColumns(store: Store, locale: Locale) {
  const paths = await departmentPaths(store, locale)
  return sheetColumns<User>(user, {
    dept: ({ deptId, dept }) => paths.get(deptId ?? 0) ?? dept.deptName,
    post: ({ post }) => localizedName(locale, { name: post.postName, nameEn: post.postNameEn }),
    roleNames: ({ roleNames, roleNamesEn }) => inOneLine(locale, locale === 'en' ? roleNamesEn : roleNames),
  })
}

const imported: SheetField[] = [
  { field: 'username', title: 'login.username', example: 'wang.fang' },
  { field: 'nickName', title: 'record.personName', example: '王芳' },
  { field: 'dept', title: 'resource.department', hasOwnExample: true },
  { field: 'post', title: 'resource.post', hasOwnExample: true },
  { field: 'roles', title: 'record.roles', hasOwnExample: true },
  { field: 'phone', title: 'record.phone', example: '13800138000' },
  { field: 'email', title: 'record.email', example: 'wang.fang@example.com' },
  { field: 'sex', title: 'record.sex', words: user.fields.sex.as, example: '1' },
  { field: 'status', title: 'record.status', words: statusWords, example: '2' },
  { field: 'remark', title: 'record.remark' },
  { field: 'password', title: 'user.password' },
]

const inOneLine = (locale: Locale, names: readonly string[]) =>
  names.length === 0 ? '' : names.reduce((some, more) => text(locale, 'list.of', { some, more }))

/** One import. Hashing its passwords takes long, and is done before the transaction that blocks other writers. */
function importOf(minPasswordLength: number): SheetImport<typeof UserRow> {
  let hashes: ReadonlyMap<string, string> = new Map()
  return {
    columns: imported,
    schema: UserRow,
    nameOf: ({ username }) => username,
    judge: (rows) => judgePasswords(rows, minPasswordLength),
    async prepare(rows) {
      hashes = await hashPasswords(rows.flatMap(({ value }) => value.password ?? []))
    },
    plan: (store, db, rows, context, unsound) => planUsers(store, db, rows, { context, hashes, unsound }),
    notesOn(rows, locale) {
      const count = rows.filter(({ value }) => value.password === undefined).length
      return count > 0 ? [text(locale, 'import.noPasswords', { count })] : []
    },
  }
}

/** Imports of users. */
export const userImportRoutes = new Hono<SessionEnv>()
  .get(
    '/import/template',
    answersTemplate('user', regularRoute(user, 'template')),
    permit('admin:sysUser:import'),
    validate('query', TemplateQuery),
    async (c) => {
      const { format } = c.req.valid('query')
      const examples = await userExamples(c.var.store, c.var.operator, c.var.locale)
      const columns = imported.map((column) => ({ ...column, ...examples.get(column.field) }))
      return sendTemplate(c, { name: 'users', title: 'user.title', format, columns })
    },
  )
  .post(
    '/import',
    answersImport('user', regularRoute(user, 'import')),
    permit('admin:sysUser:import'),
    validate('query', ImportQuery),
    takeUpload(['file'], MAX_SHEET_BYTES),
    (c) => importSheet(c, importOf(c.var.settings.minPasswordLength), c.req.valid('query')),
  )
