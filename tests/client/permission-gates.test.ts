import { describe, expect, test } from 'bun:test'
import { text } from '#shared/i18n/catalogues'
import { permissionTags, type PermissionTag } from '#shared/permission-tags'
import { hasRole, isAllowed } from '#shared/permissions'
import { actionNames, permissionGroups } from '../../client/pages/access/profile/permission-groups'
import { menuItem } from '../e2e/support/menu'

describe('the action gate shows an element to who holds *:*:* or one of the tags (spec §6)', () => {
  test.each<[held: string, wanted: string, shown: boolean]>([
    ['admin:sysRole:add', 'admin:sysRole:add', true],
    ['admin:sysRole:list admin:sysRole:add', 'admin:sysRole:remove admin:sysRole:add', true],
    ['*:*:*', 'admin:sysRole:remove', true],
    ['admin:sysRole:list *:*:*', 'admin:sysRole:remove', true],
    ['admin:sysRole:list', 'admin:sysRole:add', false],
    ['admin:sysRole', 'admin:sysRole:add', false],
    ['admin:*:*', 'admin:sysRole:add', false],
    ['', 'admin:sysRole:add', false],
  ])('holding "%s", asked for "%s": %p', (held, wanted, shown) => {
    expect(isAllowed(words(held), words(wanted) as PermissionTag[])).toBe(shown)
  })
})

describe('the role gate shows an element to who has one of the roles (spec §6)', () => {
  test.each<[held: string, wanted: string, shown: boolean]>([
    ['inspector', 'inspector', true],
    ['inspector approver', 'approver admin', true],
    ['inspector', 'approver', false],
    ['inspector', 'Inspector', false],
    ['inspector', 'inspect', false],
    ['admin', 'approver', false],
    ['*:*:*', 'approver', false],
    ['', 'approver', false],
  ])('having "%s", asked for "%s": %p', (held, wanted, shown) => {
    expect(hasRole(words(held), words(wanted))).toBe(shown)
  })
})

describe('a gate that asks for nothing is a mistake, even for who may do everything (spec §5)', () => {
  test.each([
    ['an empty list', []],
    ['nothing', undefined],
    ['null', null],
    ['a text in place of a list', 'admin'],
    ['an object', {}],
  ])('%s', (_what, wanted) => {
    expect(() => hasRole(['admin'], wanted as string[])).toThrow(new Error('need roles!'))
    expect(() => isAllowed(['*:*:*'], wanted as PermissionTag[])).toThrow('need operation permission tags!')
  })
})

test('permissions are told by the page they are about, in the order of the menu', () => {
  const menu = [
    menuItem(1, {
      path: '/admin',
      title: '系统',
      children: [
        menuItem(2, { path: 'user', title: '用户', permission: 'admin:sysUser:list' }),
        menuItem(3, { path: 'role', title: '角色', permission: 'admin:sysRole:list' }),
      ],
    }),
  ]
  const tags = words('qc:record:export admin:sysRole:add admin:sysRole:list admin:sysUser:list')
  const groups = permissionGroups(tags, menu).map(({ page, ...group }) => ({ ...group, title: page?.title }))
  expect(groups).toEqual([
    { resource: 'admin:sysUser', title: '用户', actions: ['list'] },
    { resource: 'admin:sysRole', title: '角色', actions: ['add', 'list'] },
    { resource: 'qc:record', title: undefined, actions: ['export'] },
  ])
})

test('every action that is granted is told in words, in both languages', () => {
  const actions = new Set(permissionTags.map((tag) => tag.slice(tag.lastIndexOf(':') + 1)))
  expect([...actions].toSorted()).toEqual([...actionNames].toSorted())
  for (const action of actionNames) {
    expect(text('zh', `permission.${action}`)).toMatch(/\p{Script=Han}/u)
    expect(text('en', `permission.${action}`)).toMatch(/^[a-z/ ]+$/)
  }
})

const words = (text: string) => text.split(' ').filter(Boolean)
