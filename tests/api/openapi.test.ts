import { afterAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { endpointsOf, type JsonSchema, type Operation } from '#server/admin/api/document'
import { startApp } from '../support/app'

const { app, close } = await startApp()
afterAll(close)
const document = await (await app.request('/api/v1/openapi.json')).json()

test('the document describes every operation of the API', () => {
  const described = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const routes = endpointsOf(app).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual(routes.filter((route) => !/openapi|docs/.test(route)).toSorted())
})

test('the role list: its permission, its parameters, its answer with an example', () => {
  const list: Operation = document.paths['/api/v1/role'].get
  expect(list).toMatchObject({
    summary: 'List roles',
    tags: ['role'],
    security: [{ bearer: [] }],
    'x-permissions': ['admin:sysRole:list', 'admin:sysUser:add', 'admin:sysUser:edit'],
  })
  const parameters = Object.fromEntries(list.parameters.map(({ name, schema }) => [name, schema]))
  expect(parameters).toMatchObject({
    pageIndex: { type: 'integer', minimum: 1, default: 1, description: 'Also taken as page' },
    pageSize: { type: 'integer', maximum: 10_000, default: 20, description: 'Also taken as limit' },
    status: { anyOf: [{ enum: ['2', '1'] }, { enum: [1, 2] }] },
    roleSortOrder: { enum: ['asc', 'desc'] },
  })
  expect(list.responses['200']!.content['application/json']!.example).toMatchObject({
    code: 200,
    data: { pageIndex: 1, list: [{ roleId: 1, createdAt: '2026-11-21T02:13:20.000Z' }] },
  })
  expect(Object.keys(list.responses)).toEqual(['200', '400', '401', '403'])
})

test('every reference in the document leads somewhere, and what holds itself has a name', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
  for (const reference of references) expect(reference).toMatch(/^#\/components\/schemas\//)
  const missing = references.filter((reference) => !document.components.schemas[reference.split('/').at(-1)!])
  expect(missing).toEqual([])
  const names = ['Choice', 'DepartmentNode', 'Menu', 'MenuItem', 'Refusal']
  expect(Object.keys(document.components.schemas).toSorted()).toEqual(names)
  expect(document.components.schemas.Choice.properties.children.items).toEqual({ $ref: '#/components/schemas/Choice' })
})

test('no operation names a parameter twice', () => {
  const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ called: `${method} ${path}`, ...operation })),
  )
  const twice = operations.filter(({ parameters }) => {
    const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    return new Set(names).size < names.length
  })
  expect(twice.map(({ called }) => called)).toEqual([])
})

test('what stands there to be copied is taken by what checks it', async () => {
  const refused: string[] = []
  for (const { method, path, description } of endpointsOf(app)) {
    const { requestBody } = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    const body = description.inputs?.find(({ target }) => target === 'json')
    const { error } = (await body?.schema.safeParseAsync(requestBody?.content['application/json'].example)) ?? {}
    for (const issue of error?.issues ?? []) refused.push(`${method} ${path}: ${issue.path.join('.')} ${issue.message}`)
  }
  expect(refused).toEqual([])
})

test('each example is one that its schema takes: it can be copied and sent', () => {
  const { schemas } = document.components
  /** A schema that stands alone, as zod reads it back. */
  function whole(schema: JsonSchema) {
    const isWhole = !JSON.stringify(schema).includes('"$ref"')
    return isWhole ? schema : JSON.parse(JSON.stringify({ ...schema, $defs: schemas }).replaceAll(from, '#/$defs/'))
  }
  const from = '#/components/schemas/'
  const wrong = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).flatMap(({ schema, example }) => {
          const { error } = example === undefined ? {} : z.fromJSONSchema(whole(schema)).safeParse(example)
          return (error?.issues ?? []).map((issue) => `${method} ${path}: ${issue.path.join('.')} ${issue.message}`)
        }),
      ),
    ),
  )
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
  const { responses } = document.paths[`/api/v1${path}`][method] as Operation
  expect(Object.keys(responses).filter((code) => code !== '200')).toEqual(refusals.split(' '))
})

test('an import that is refused says what is wrong with each row', () => {
  const { responses } = document.paths['/api/v1/sys-user/import'].post as Operation
  const { data } = responses['422']!.content['application/json']!.schema.properties!
  expect(data).toMatchObject({ type: 'object', properties: { faults: { type: 'array' } } })
})

test('creating a role: the body with its limits', () => {
  const create: Operation = document.paths['/api/v1/role'].post
  expect(create.requestBody!.content['application/json']!.schema).toMatchObject({
    required: ['roleName', 'roleKey'],
    properties: { roleName: { type: 'string', minLength: 1, maxLength: 64 }, roleSort: { minimum: 0, maximum: 9999 } },
  })
})

test('an upload: its form with the one file; an uploaded picture: its media types', () => {
  const upload: Operation = document.paths['/api/v1/user/avatar'].post
  expect(upload.requestBody!.content['multipart/form-data']!.schema).toMatchObject({
    required: ['upload[]'],
    properties: { 'upload[]': { type: 'string', format: 'binary', maxLength: 524_288 } },
  })
  const picture: Operation = document.paths['/static/uploadfile/{name}'].get
  expect(picture.parameters).toMatchObject([{ name: 'name', in: 'path', required: true }])
  expect(Object.keys(picture.responses['200']!.content)).toEqual([
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/svg+xml',
  ])
})

test('what is open to anyone needs no token, and a path parameter is described', () => {
  expect(document.paths['/api/v1/login'].post.security).toEqual([])
  expect(document.paths['/api/v1/role/{id}'].get.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
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
    if (encoding !== 'identity') expect(body.length).toBeLessThan(plain.length / 10)
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
