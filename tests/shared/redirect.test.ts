import { describe, expect, test } from 'bun:test'
import { ownPath } from '#shared/redirect'

describe('after signing in, a path of our own is followed (S57)', () => {
  test.each([
    ['the root', '/', '/'],
    ['a page', '/admin/sys-role', '/admin/sys-role'],
    ['with its query', '/admin/sys-role?pageIndex=2&status=2', '/admin/sys-role?pageIndex=2&status=2'],
    ['with a query that holds an address', '/search?q=https://example.com/a', '/search?q=https://example.com/a'],
    ['with a query that holds a backslash', '/list?name=%5Cx', '/list?name=%5Cx'],
    ['with a percent sign in the query', '/list?name=100%', '/list?name=100%'],
    ['with a hash', '/setup#token', '/setup#token'],
    ['with Chinese letters, encoded', '/%E8%B4%A8%E6%A3%80', '/%E8%B4%A8%E6%A3%80'],
    ['with dots that stay inside', '/a/../b', '/b'],
  ])('%s', (_what, target, expected) => {
    expect(ownPath(target)).toBe(expected)
  })
})

describe('anything else leads to the root (S57)', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['another origin', 'https://example.com/'],
    ['a protocol-relative address', '//example.com'],
    ['the same with backslashes', '/\\example.com'],
    ['the same after a backslash', '\\\\example.com'],
    ['a backslash later in the path', '/a\\b'],
    ['the same behind a tab, which browsers skip', '/\t/example.com'],
    ['the same behind a line break', '/\n/example.com'],
    ['the same encoded', '/%2f%2fexample.com'],
    ['the same with an encoded backslash', '/%5cexample.com'],
    ['the same with an encoded tab', '/%09/example.com'],
    ['the same behind dots', '/.//example.com'],
    ['the same behind two dots', '/..//example.com'],
    ['a script', 'javascript:alert(1)'],
    ['a relative path', 'admin/sys-role'],
    ['a path after a blank', ' /admin'],
    ['an encoding that is none', '/%zz'],
  ])('%s', (_what, target) => {
    expect(ownPath(target)).toBe('/')
  })
})
