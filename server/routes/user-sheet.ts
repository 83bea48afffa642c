import { Hono } from 'hono'
import { ImportQuery, ImportResult, MAX_SHEET_BYTES } from '#shared/schemas/import'
import { UserQuery, UserRow, type User } from '#shared/schemas/user'
import type { SessionEnv } from '../http/app-env'
import { answers, answersSheet } from '../http/describe'
import { importSheet, type SheetImport } from '../http/import'
import { permit } from '../http/permit'
import { exportQuery, sendSheet, sendTemplate, TemplateQuery } from '../http/sheet'
import { takeUpload } from '../http/upload'
import { validate } from '../http/validate'
import { importUsers } from '../queries/user-import'
import { userBatches } from '../queries/user-list'
import { keeperOf, type Keeper } from '../queries/user-rights'
import { isCommonPassword } from '../security/common-passwords'
import { hashAll } from '../security/hash-all'
import type { SheetColumn } from '../sheets/cell'
import { inWords, statusWords, type SheetField, type Words } from '../sheets/words'

const sexWords: Words = { '0': 'profile.sex.0', '1': 'profile.sex.1', '2': 'profile.sex.2' }

const exported: SheetColumn<User>[] = [
  { title: 'login.username', value: ({ username }) => username },
  { title: 'profile.nickName', value: ({ nickName }) => nickName },
  { title: 'user.dept', value: ({ dept }) => dept.deptName },
  { title: 'user.post', value: ({ post }) => post.postName },
  { title: 'user.roles', value: ({ roleNames }) => roleNames.join(', ') },
  { title: 'profile.phone', value: ({ phone }) => phone },
  { title: 'profile.email', value: ({ email }) => email },
  { title: 'profile.sex', value: ({ sex }, locale) => inWords(locale, sexWords, sex) },
  { title: 'record.status', value: ({ status }, locale) => inWords(locale, statusWords, status) },
  { title: 'record.remark', value: ({ remark }) => remark },
  { title: 'record.createdAt', value: ({ createdAt }) => new Date(createdAt) },
]

const imported: SheetField[] = [
  { field: 'username', title: 'login.username', example: 'wang.fang' },
  { field: 'nickName', title: 'profile.nickName', example: '王芳' },
  { field: 'dept', title: 'user.dept', example: '质量部/检验一班' },
  { field: 'post', title: 'user.post', example: '检验员' },
  { field: 'roles', title: 'user.roles', example: 'inspector' },
  { field: 'phone', title: 'profile.phone', example: '13800138000' },
  { field: 'email', title: 'profile.email', example: 'wang.fang@example.com' },
  { field: 'sex', title: 'profile.sex', words: sexWords, example: '1' },
  { field: 'status', title: 'record.status', words: statusWords, example: '2' },
  { field: 'remark', title: 'record.remark' },
  { field: 'password', title: 'user.password' },
]

/** One import by somebody: hashing its passwords takes long, and is done before other writers have to wait. */
function importBy(keeper: Keeper, minPasswordLength: number): SheetImport<typeof UserRow> {
  let hashes: ReadonlyMap<string, string> = new Map()
  return {
    columns: imported,
    schema: UserRow,
    nameOf: ({ username }) => username,
    async prepare(rows) {
      const passwords = rows.flatMap(({ value }) => value.password ?? [])
      const isCommon = await Promise.all(passwords.map(isCommonPassword))
      hashes = await hashAll(passwords.filter((_, place) => !isCommon[place])) // of the others the rows will be told
    },
    apply: (store, db, rows, act) => importUsers(store, db, rows, { act, keeper, hashes, minPasswordLength }),
  }
}

/** Users as files. */
export const userSheetRoutes = new Hono<SessionEnv>()
  .get(
    '/export',
    answersSheet('user', 'Export users'),
    permit('admin:sysUser:export'),
    validate('query', exportQuery(UserQuery)),
    (c) => {
      const { format, ...query } = c.req.valid('query')
      const batches = userBatches(c.var.store, query, c.var.operator)
      return sendSheet(c, { name: 'users', title: 'user.title', format, columns: exported, batches })
    },
  )
  .get(
    '/import/template',
    answersSheet('user', 'An empty sheet of users'),
    permit('admin:sysUser:import'),
    validate('query', TemplateQuery),
    (c) => {
      const { format } = c.req.valid('query')
      return sendTemplate(c, { name: 'users', title: 'user.title', format, columns: imported })
    },
  )
  .post(
    '/import',
    answers('user', 'Import users from a sheet', ImportResult),
    permit('admin:sysUser:import'),
    validate('query', ImportQuery),
    takeUpload(['file'], MAX_SHEET_BYTES),
    async (c) => {
      const keeper = await keeperOf(c.var.store, c.var.operator)
      return importSheet(c, importBy(keeper, c.var.settings.minPasswordLength), c.req.valid('query'))
    },
  )
