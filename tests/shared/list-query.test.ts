import { expect, test } from 'bun:test'
import { plainQuery, searchOf } from '#shared/list/list-query'

const read = (search: string) => plainQuery(new URLSearchParams(search))

test.each([
  ['nothing', '', { orders: [] }],
  ['a filter', 'roleName=inspector', { roleName: 'inspector', orders: [] }],
  ['a blank filter, left out', 'roleName=&status=2', { status: '2', orders: [] }],
  ['a repeated name: the first counts', 'status=1&status=2', { status: '1', orders: [] }],
  ['a blank before a value: the value counts', 'status=&status=2', { status: '2', orders: [] }],
  ['a filter in brackets, which is no other filter', 'status[]=2', { status: '2', orders: [] }],
  ['a name that would touch the prototype, in brackets', '__proto__[]=x', { orders: [] }],
  ['page and limit by their other names', 'page=3&limit=50', { pageIndex: '3', pageSize: '50', orders: [] }],
  ['an alias after its name', 'pageIndex=2&page=9', { pageIndex: '2', orders: [] }],
  ['an order', 'createdAtOrder=desc', { orders: [['createdAt', 'desc']] }],
  [
    'two orders, kept in their order',
    'bOrder=asc&aOrder=desc',
    {
      orders: [
        ['b', 'asc'],
        ['a', 'desc'],
      ],
    },
  ],
  ['the same order twice: the first counts', 'aOrder=asc&aOrder=desc', { orders: [['a', 'asc']] }],
  ['an order that is no direction', 'aOrder=up', { orders: [] }],
  ['a field called Order', 'Order=asc', { Order: 'asc', orders: [] }],
  ['characters that need coding', 'roleName=%E6%A3%80%E9%AA%8C%20%26', { roleName: '检验 &', orders: [] }],
  ['a name that would touch the prototype', '__proto__=x', { orders: [] }],
  ['names that every object has', 'constructor=x&toString=y', { constructor: 'x', toString: 'y', orders: [] }],
])('reads %s', (_what, search, expected) => {
  expect(read(search)).toEqual(expected as Record<string, unknown>)
})

test.each([
  ['once', 'lotId=3', ['3']],
  ['twice, between others', 'lotId=3&status=1&lotId=4', ['3', '4']],
  ['blank as well', 'lotId=&lotId=4', ['4']],
  ['blank alone: no filter', 'lotId=', undefined],
  ['with brackets, as some clients write lists', 'lotId[]=3&lotId%5B%5D=4', ['3', '4']],
  ['with places', 'lotId[0]=3&lotId[1]=4', ['3', '4']],
  ['both ways', 'lotId=3&lotId[]=4', ['3', '4']],
])('a name that may be repeated, given %s', (_what, search, expected) => {
  expect(plainQuery(new URLSearchParams(search), ['lotId', 'equipmentId'])['lotId']).toEqual(expected)
})

test.each([
  ['nothing for the first page of the usual size', { pageIndex: 1, pageSize: 20, orders: [] }, ''],
  ['another page and size', { pageIndex: 3, pageSize: 50, orders: [] }, '?pageIndex=3&pageSize=50'],
  ['no blanks', { roleName: '', status: undefined, remark: null, orders: [] }, ''],
  [
    'orders by field',
    {
      orders: [
        ['b', 'asc'],
        ['a', 'desc'],
      ],
    },
    '?bOrder=asc&aOrder=desc',
  ],
  ['coded characters', { roleName: '检验 &' }, '?roleName=%E6%A3%80%E9%AA%8C+%26'],
])('writes %s', (_what, query, expected) => {
  expect(searchOf(query as Record<string, unknown>)).toBe(expected)
})

test('what was written is read back', () => {
  const query = { pageIndex: '2', pageSize: '30', roleName: 'a=b&c', orders: [['createdAt', 'desc']] }
  expect(read(searchOf(query))).toEqual(query)
})
