import { afterAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { z } from 'zod'
import { resolved, type OpenApi, type Operation } from '#server/admin/api/document'
import { endpointsOf } from '#server/admin/api/endpoints'
import { exampleOf } from '#server/admin/api/example'
import type { JsonSchema } from '#server/admin/api/json-schema'
import type { AppEnv } from '#server/platform/http/app-env'
import { answers } from '#server/platform/http/describe'
import { ok } from '#server/platform/http/envelope'
import { startApp } from '../support/app'

const { app, close } = await startApp()
afterAll(close)
const text = await (await app.request('/api/v1/openapi.json')).text()
const document: OpenApi = JSON.parse(text)
const { schemas } = document.components
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ called: `${method} ${path}`, ...operation })),
)
const operationAt = (method: string, path: string): Operation => document.paths[`/api/v1${path}`]![method]!
const parametersOf = ({ parameters }: Operation) => parameters.map((parameter) => resolved(document, parameter))
const schemaOf = (operation: Operation, code: string) =>
  resolved(document, operation.responses[code]!).content['application/json']!.schema

test('the document describes every operation of the API', () => {
  const described = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = endpointsOf(app).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual(routes.filter((route) => !/openapi|docs/.test(route)).toSorted())
})

test('a route that answers something else than it declares does not compile', () => {
  const routes = new Hono<AppEnv>()
  routes.get('/declared', answers('role', 'route.role.setStatus', z.int()), (c) => ok(c, 1))
  // @ts-expect-error it declares a number
  routes.get('/declared', answers('role', 'route.role.setStatus', z.int()), (c) => ok(c, 'one'))
  // @ts-expect-error it declares no data
  routes.get('/none', answers('role', 'route.role.setStatus'), (c) => ok(c, 1))
})

test('it is small enough to be read by generators of clients, and by people', () => {
  expect(text.length).toBeLessThan(500_000)
})

test('the role list: its permission, its parameters, its answer with an example', () => {
  const list = operationAt('get', '/role')
  expect(list).toMatchObject({
    operationId: 'listRoles',
    summary: 'List roles',
    tags: ['role'],
    'x-permissions': ['admin:sysRole:list', 'admin:sysUser:add', 'admin:sysUser:edit'],
  })
  expect(list.description).toEndWith('Needs one of: `admin:sysRole:list`, `admin:sysUser:add`, `admin:sysUser:edit`.')
  const parameters = Object.fromEntries(parametersOf(list).map(({ name, schema }) => [name, schema]))
  expect(parameters).toMatchObject({
    pageIndex: { type: 'integer', minimum: 1, default: 1 },
    pageSize: { type: 'integer', maximum: 10_000, default: 20 },
    status: { type: 'string', enum: ['2', '1'] },
    roleSortOrder: { enum: ['asc', 'desc'] },
  })
  expect(schemaOf(list, '200')).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Envelope' },
      { type: 'object', properties: { data: { $ref: '#/components/schemas/RolePage' } }, required: ['data'] },
    ],
  })
  expect(exampleOf(schemaOf(list, '200'), schemas)).toMatchObject({
    code: 200,
    data: { pageIndex: 1, list: [{ roleId: 1, createdAt: '2026-11-21T02:13:20.000Z' }] },
  })
  expect(Object.keys(list.responses)).toEqual(['200', '400', '401', '403'])
})

test('every reference in the document leads somewhere, and every component is referred to', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g)].map(
    ([, kind, name]) => `${kind} ${name}`,
  )
  const { parameters, responses } = document.components
  const components = Object.entries({ parameters, responses, schemas }).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `${kind} ${name}`),
  )
  expect(text.match(/"\$ref":/g)).toHaveLength(references.length)
  expect([...new Set(references)].toSorted()).toEqual(components.toSorted())
  expect(schemas['Choice']!.properties!['children']!.items).toEqual({ $ref: '#/components/schemas/Choice' })
})

test.each([
  'User UserInput UserChange UserDetail UserPage',
  'Role RoleInput RoleChange RoleDetail RolePage',
  'RecordRow RecordRowPage RecordInput RecordChange RecordDetail RecordValue',
  'Envelope Refusal Menu MenuItem DepartmentNode IdsBody ImportResult ChangedMeanwhile',
])('schemas have the names of the code: %s', (names) => {
  expect(Object.keys(schemas)).toContainValues(names.split(' '))
})

test('what is sent, and what is answered, has a name, but for the changes of several records', () => {
  const bodies = operations.map(({ operationId, requestBody }) => ({
    operationId,
    schema: requestBody?.content['application/json']?.schema,
  }))
  const answers = operations.map(({ operationId, responses }) => ({
    operationId,
    schema: resolved(document, responses['200']!).content['application/json']?.schema.allOf?.[1]?.properties?.['data'],
  }))
  const unnamed = [...bodies, ...answers].filter(({ schema }) => schema?.properties ?? schema?.items?.properties)
  const others = unnamed.filter(({ operationId }) => !operationId.startsWith('updateSeveral'))
  expect(others.map(({ operationId }) => operationId)).toEqual([
    'updateSystemSettings',
    'getLiveness',
    'getReadiness',
    'getServerTrend',
  ])
})

test('a schema that is made from another does not have its name', () => {
  expect(schemas['RoleDetail']!.properties).toHaveProperty('menuIds')
  expect(schemas['Role']!.properties).not.toHaveProperty('menuIds')
})

test('every operation has an id of its own, a verb first, and says what it is for and who may call it', () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(ids).toContainValues(['getRole', 'createRole', 'updateRole', 'deleteRoles', 'exportRoles', 'importUsers'])
  expect(ids).toContainValues(['approveQcRecord', 'setRoleStatus', 'listQcEquipment', 'runJob', 'scheduleJobByGet'])
  for (const { called, description } of operations) {
    expect([called, description]).toEqual([called, expect.stringMatching(/^\S.+\.\n\n(Needs|Open to) .+\.$/s)])
  }
})

test('every tag is declared with what it is about', () => {
  const used = new Set(operations.flatMap(({ tags }) => tags))
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
})

test.each<[what: string, schema: string, field: string, form: JsonSchema]>([
  ['a status: text', 'RoleInput', 'status', { type: 'string', enum: ['2', '1'], description: 'Without it: `"2"`' }],
  [
    'a place: a number',
    'PostInput',
    'sort',
    { type: 'integer', minimum: 0, maximum: 9999, description: 'Without it: `0`' },
  ],
  ['an id: a number', 'RoleStatus', 'roleId', { type: 'integer', exclusiveMinimum: 0, maximum: 2_147_483_647 }],
  [
    'no department: null',
    'UserInput',
    'deptId',
    { anyOf: [expect.anything(), { type: 'null' }], description: 'Without it: `null`' },
  ],
  ['no remark: empty text', 'PostInput', 'remark', { type: 'string', maxLength: 255 }],
  ['digits: text', 'UserInput', 'phone', expect.objectContaining({ type: 'string' })],
  [
    'no day: null',
    'EquipmentInput',
    'calibrationDue',
    { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
  ],
])('of the forms that the server takes, the document names one: %s', (_, schema, field, form) => {
  expect(schemas[schema]!.properties![field]).toEqual(form)
})

test('no operation names a parameter twice', () => {
  const twice = operations.filter((operation) => {
    const names = parametersOf(operation).map((parameter) => `${parameter.in} ${parameter.name}`)
    return new Set(names).size < names.length
  })
  expect(twice.map(({ called }) => called)).toEqual([])
})

test('what stands on the page to be copied is taken by what checks it', async () => {
  const refused: string[] = []
  for (const { method, path, description } of endpointsOf(app)) {
    const { requestBody } = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const body = description.inputs?.find(({ target }) => target === 'json')
    if (!body || !requestBody) continue
    const example = exampleOf(requestBody.content['application/json']!.schema, schemas)
    const { error } = await body.schema.safeParseAsync(example)
    for (const issue of error?.issues ?? []) refused.push(`${method} ${path}: ${issue.path.join('.')} ${issue.message}`)
  }
  expect(refused).toEqual([])
})

test('each example is one that its schema takes: it can be copied and sent', () => {
  const from = '#/components/schemas/'
  /** The names that a schema refers to, and those that these refer to. */
  function namesIn(json: unknown, known = new Set<string>()): Set<string> {
    for (const [, name] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!known.has(name!)) namesIn(schemas[name!], known.add(name!))
    }
    return known
  }
  /** A schema that stands alone, as zod reads it back. */
  function whole(schema: JsonSchema) {
    const $defs = Object.fromEntries([...namesIn(schema)].map((name) => [name, schemas[name]!]))
    return JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll(from, '#/$defs/'))
  }
  const contents = operations.flatMap(({ called, requestBody, responses }) =>
    [requestBody, ...Object.values(responses).map((response) => resolved(document, response))].flatMap((part) => {
      const schema = part?.content['application/json']?.schema
      return schema ? [[JSON.stringify(schema), { called, schema }] as const] : []
    }),
  )
  const wrong = [...new Map(contents).values()].flatMap(({ called, schema }) => {
    const { error } = z.fromJSONSchema(whole(schema)).safeParse(exampleOf(schema, schemas))
    return (error?.issues ?? []).map((issue) => `${called}: ${issue.path.join('.')} ${issue.message}`)
  })
  expect(wrong).toEqual([])
})

test.each<[what: string, path: string, method: string, refusals: string]>([
  ['an export: its query, and one at a time', '/role/export', 'get', '400 401 403 429'],
  ['a template', '/sys-user/import/template', 'get', '400 401 403'],
  ['an import: its file, and what stands in it', '/sys-user/import', 'post', '400 401 403 409 413 415 422 429'],
  ['one record', '/role/{id}', 'get', '400 401 403 404'],
  ['a change of it', '/role/{id}', 'put', '400 401 403 404 409 413 415 422'],
  ['a new one', '/role', 'post', '400 401 403 409 413 415 422'],
  ['bringing some back', '/role/restore', 'post', '400 401 403 404 409 413 415 422'],
  ['signing in', '/login', 'post', '400 413 415 429'],
])('what may be refused: %s', (_, path, method, refusals) => {
  const { responses } = operationAt(method, path)
  expect(Object.keys(responses).filter((code) => code !== '200')).toEqual(refusals.split(' '))
})

test('an import that is refused says what is wrong with each row', () => {
  expect(schemaOf(operationAt('post', '/sys-user/import'), '422').allOf).toMatchObject([
    { $ref: '#/components/schemas/Refusal' },
    { properties: { data: { anyOf: [{ $ref: '#/components/schemas/ImportResult' }, { type: 'null' }] } } },
  ])
  expect(schemas['ImportResult']).toMatchObject({ properties: { faults: { type: 'array' } } })
})

test('creating a role: the body with its limits', () => {
  const create = operationAt('post', '/role')
  expect(create.requestBody!.content['application/json']!.schema).toEqual({ $ref: '#/components/schemas/RoleInput' })
  expect(schemas['RoleInput']).toMatchObject({
    required: ['roleName', 'roleKey'],
    properties: { roleName: { type: 'string', minLength: 1, maxLength: 64 }, roleSort: { minimum: 0, maximum: 9999 } },
  })
})

test('an upload: its form with the one file; an uploaded picture: its media types', () => {
  const upload = operationAt('post', '/user/avatar')
  expect(upload.requestBody!.content['multipart/form-data']!.schema).toMatchObject({
    required: ['upload[]'],
    properties: { 'upload[]': { type: 'string', format: 'binary', maxLength: 524_288 } },
  })
  const picture = document.paths['/static/uploadfile/{name}']!['get']!
  expect(parametersOf(picture)).toMatchObject([{ name: 'name', in: 'path', required: true }])
  expect(Object.keys(resolved(document, picture.responses['200']!).content)).toEqual([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/svg+xml',
  ])
})

test('what is open to anyone needs no token, and a path parameter is described', () => {
  expect([document.security, operationAt('get', '/role').security]).toEqual([
    [{ bearer: [] }, { apiToken: [] }],
    undefined,
  ])
  expect(operationAt('post', '/login').security).toEqual([])
  expect(operationAt('post', '/qc/measurement').security).toEqual([{ instrument: [] }])
  expect(parametersOf(operationAt('get', '/role/{id}'))).toMatchObject([{ name: 'id', in: 'path', required: true }])
})

test('the page shows the same, without a script and without another host', async () => {
  const response = await app.request('/api/docs')
  expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'; style-src 'self'")
  const page = await response.text()
  expect(page).toContain('List roles')
  expect(page).not.toMatch(/<script|https?:\/\//)
})

describe.each([
  ['the document', '/api/v1/openapi.json', 'application/json'],
  ['the page', '/api/docs', 'text/html; charset=UTF-8'],
])('%s is made once and sent as bytes', (_what, path, type) => {
  const ask = (headers: Record<string, string> = {}, method = 'GET') => app.request(path, { method, headers })
  const unpack = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (body: Uint8Array) => body,
  }

  test.each(['br', 'gzip', 'identity'] as const)('in the encoding %s', async (encoding) => {
    const plain = await (await ask()).text()
    const response = await ask({ 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect([response.headers.get('vary'), response.headers.get('content-type')]).toEqual(['accept-encoding', type])
    const body = await response.bytes()
    expect(Buffer.from(unpack[encoding](body)).toString() === plain).toBe(true)
    if (encoding !== 'identity') expect(body.length).toBeLessThan(plain.length / 8)
  })

  test('a caller that has it is answered 304, without a body', async () => {
    const first = await ask({ 'accept-encoding': 'br' })
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag')! })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')])
    const other = await ask({ 'accept-encoding': 'gzip', 'if-none-match': first.headers.get('etag')! })
    expect(other.status).toBe(200)
  })

  test('HEAD tells its length', async () => {
    const { length } = await (await ask({ 'accept-encoding': 'gzip' })).bytes()
    const head = await ask({ 'accept-encoding': 'gzip' }, 'HEAD')
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(length), ''])
  })
})
