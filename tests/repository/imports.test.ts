import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { dirname, join } from 'node:path'

/** Reading order of the house. A file may import its own layer and any layer below it in the list. */
const layers = [
  'server/commands',
  'seed',
  'server/main',
  'server/app',
  'server/tables',
  'server/qc',
  'server/admin',
  'server/access',
  'server/platform',
  'server/env',
  'client/service-worker',
  'client/sign-in',
  'client/main',
  'client/shell',
  'client/views',
  'client/pages',
  'client/ui',
  'client/stores',
  'client/api',
  'client/styles',
  'shared',
]
const layerOf = (path: string) =>
  layers.findIndex((layer) => path === layer || path.startsWith(`${layer}/`) || path.startsWith(`${layer}.`))
const isClient = (path: string) => path.startsWith('client/')

/** Pages know nothing of each other, but that one may be fetched ahead; what two of them need stands in `client/ui`. */
const pageOf = (path: string) => /^client\/pages\/((?:access|admin|qc)\/[^/]+|[^/.]+)/.exec(path)?.[1]

/** The registry of tables: its types may be imported from anywhere, its value by the two stores that open them. */
const REGISTRY = 'server/tables'
const isStore = (path: string) => /^server\/platform\/store\/(sqlite|postgres)\/index\.ts$/.test(path)

/** Imports of a file that run upwards, to another page, or from client to server. The bundler's entry is the one thing the server takes. */
function wrongImports(file: string, source: string): string[] {
  const wrong = layerOf(file) < 0 ? [`${file} is in no layer`] : []
  for (const [, how, target] of source.matchAll(/(import type[^']*?from|from|import\(|import)\s*'([.#][^']+)'/g)) {
    const path = target!.startsWith('#') ? target!.slice(1) : join(dirname(file), target!)
    if (
      path.endsWith('.css') ||
      path === 'package.json' ||
      path === 'packaging/caliper.service' ||
      ['client/index.html', 'client/sign-in.html'].includes(path)
    )
      continue
    const [page, otherPage] = [pageOf(file), pageOf(path)]
    const visits = how !== 'import(' && page !== undefined && otherPage !== undefined && page !== otherPage
    const crossesTheWall = !path.startsWith('shared') && isClient(file) !== isClient(path)
    if (path === REGISTRY && (how!.startsWith('import type') || isStore(file))) continue
    if (layerOf(path) < layerOf(file) || crossesTheWall || visits) wrong.push(`${file} -> ${path}`)
  }
  return wrong
}

test('imports run downwards, and client and server meet only in shared', async () => {
  const wrong: string[] = []
  for await (const file of new Glob('{client,server,shared,seed}/**/*.{ts,tsx}').scan('.')) {
    wrong.push(...wrongImports(file, await Bun.file(file).text()))
  }
  expect(wrong).toEqual([])
})

/** The files that a file imports: at run time, by `import()` and for types. */
async function importsOf(file: string, files: ReadonlySet<string>): Promise<string[]> {
  const source = await Bun.file(file).text()
  return [...source.matchAll(/(?:from|import\(|import)\s*'([.#][^']+)'/g)].flatMap(([, target]) => {
    const path = target!.startsWith('#') ? target!.slice(1) : join(dirname(file), target!)
    return [`${path}.ts`, `${path}.tsx`, `${path}/index.ts`, path].find((name) => files.has(name)) ?? []
  })
}

/** Groups of files that import each other in a circle: the strongly connected components (Tarjan, 1972). */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const indexes = new Map<string, number>()
  const stack: string[] = []
  function visit(file: string): number {
    const index = indexes.size
    indexes.set(file, index)
    stack.push(file)
    let lowest = index
    for (const next of graph.get(file) ?? []) {
      if (!indexes.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, indexes.get(next)!)
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(file))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return lowest
  }
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file)
  return cycles
}

test('no files import each other in a circle, not even by `import()` or for types', async () => {
  const files = new Set(await Array.fromAsync(new Glob('{client,server,shared,seed}/**/*.{ts,tsx}').scan('.')))
  const graph = new Map<string, string[]>()
  for (const file of files) graph.set(file, await importsOf(file, files))
  expect(graph.size).toBeGreaterThan(1000)
  expect(cyclesIn(graph)).toEqual([])
})

test('a circle is found', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', []],
  ])
  expect(cyclesIn(graph)).toEqual([['a', 'b', 'c']])
})

test('ARCHITECTURE.md shows the layers in their order', async () => {
  const [, part = ''] = (await Bun.file('ARCHITECTURE.md').text()).split('## Direction of imports')
  const [, picture = ''] = part.split('```')
  const shown = picture.match(/[a-z][a-z-]+/g)?.filter((word) => !['server', 'client', 'shared'].includes(word))
  expect(shown).toEqual(layers.slice(0, -1).map((layer) => layer.replace(/^(server|client)\//, '')))
})

test.each([
  ['client/api/access/role.ts', "import { session } from '../../stores/session'"],
  ['client/pages/access/role/RolePage.tsx', "import { listRoles } from '#server/access/role/queries'"],
  ['client/pages/access/role/RolePage.tsx', "import { UserPage } from '../user/UserPage'"],
  ['server/platform/store/sqlite/index.ts', "import { findOperator } from '../../../access/session/queries'"],
  ['shared/views.ts', "const page = import('../client/views')"],
  ['somewhere/else.ts', ''],
])('the rule catches %s with %j', (file, source) => {
  expect(wrongImports(file, source)).toHaveLength(1)
})

/** Packages that only compute. */
const pure = ['zod', 'croner', 'qrcode-generator']

test('shared does no I/O: it imports itself, and packages that only compute', async () => {
  for await (const file of new Glob('shared/**/*.ts').scan('.')) {
    const source = await Bun.file(file).text()
    const foreign = [...source.matchAll(/from '([^']+)'/g)].filter(
      ([, target]) => !pure.includes(target!) && !target!.startsWith('.'),
    )
    expect(foreign.map(([line]) => `${file}: ${line}`)).toEqual([])
  }
})

/** Only who works on the sources runs these. */
const ofDevelopers = new Set(['server/commands/migrate-new.ts'])

test('what a fresh clone runs and is built from needs no package of developers', async () => {
  const { devDependencies } = await Bun.file('package.json').json()
  const tools: string[] = []
  for await (const path of new Glob('{client,server,shared,seed}/**/*.{ts,tsx}').scan()) {
    if (ofDevelopers.has(path)) continue
    const imports = (await Bun.file(path).text()).matchAll(/^import (?!type ).*?from '([^'.#][^']*)'/gm)
    tools.push(
      ...[...imports].filter(([, name]) => Object.hasOwn(devDependencies, name!)).map(([, name]) => `${path}: ${name}`),
    )
  }
  expect(tools).toEqual([])
})

test('at most 32 direct run-time dependencies, each with an exact version (S103, S104)', async () => {
  const { dependencies, devDependencies } = await Bun.file('package.json').json()
  expect(Object.keys(dependencies).length).toBeLessThanOrEqual(32)
  const versions = Object.values({ ...dependencies, ...devDependencies }) as string[]
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('a lock file names each package with its digest, and none is trusted to run a script when it is installed (S103)', async () => {
  const { trustedDependencies = [] } = await Bun.file('package.json').json()
  expect(trustedDependencies).toEqual([]) // Bun runs the scripts of those alone, and of a few that it trusts by itself
  const lock = await Bun.file('bun.lock').text()
  const packages = lock
    .slice(lock.indexOf('"packages": {'))
    .split('\n')
    .filter((line) => line.startsWith('    "'))
  expect(packages.length).toBeGreaterThan(40)
  expect(packages.filter((line) => !/"sha512-[\w+/]+={0,2}"\],$/.test(line))).toEqual([])
})

test('no folder of the product has more than 30 entries (ADR 60)', async () => {
  const entries = new Map<string, Set<string>>()
  for await (const file of new Glob('{client,server,shared}/**/*').scan('.')) {
    const parts = file.split('/')
    for (let depth = 1; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth]!))
    }
  }
  expect([...entries].filter(([, names]) => names.size > 30).map(([folder]) => folder)).toEqual([])
})
