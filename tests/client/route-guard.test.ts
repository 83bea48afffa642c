import { describe, expect, test } from 'bun:test'
import {
  documentTitle,
  guard,
  loadFailureText,
  loginPath,
  pathAfterLogin,
  type Visit,
} from '../../client/shell/routing/guard'

const signedOut: Visit = { path: '/', search: '', isSignedIn: false, hasRoles: false, stayingAt: [], setup: 'done' }
const signedIn: Visit = { ...signedOut, isSignedIn: true }
const known: Visit = { ...signedIn, hasRoles: true }

const proceed = { kind: 'proceed' } as const
const load = { kind: 'load' } as const
const to = (path: string) => ({ kind: 'redirect', to: path }) as const

describe('the guard', () => {
  test.each([
    ['lets anyone see the login page', { ...signedOut, path: '/login' }, proceed],
    [
      'lets anyone see the login page with a redirect',
      { ...signedOut, path: '/login', search: '?redirect=%2Fa' },
      proceed,
    ],
    ['lets anyone see the return of a QR login', { ...signedOut, path: '/auth-redirect' }, proceed],
    [
      'sends who is not signed in to the login page',
      { ...signedOut, path: '/dashboard' },
      to('/login?redirect=%2Fdashboard'),
    ],
    ['does not bother to come back to the root', { ...signedOut, path: '/' }, to('/login')],
    [
      'sends who is not signed in away from error pages too',
      { ...signedOut, path: '/404' },
      to('/login?redirect=%2F404'),
    ],
    [
      'remembers the query of the page',
      { ...signedOut, path: '/admin/sys-role', search: '?pageIndex=2&status=2' },
      to('/login?redirect=%2Fadmin%2Fsys-role%3FpageIndex%3D2%26status%3D2'),
    ],
    ['does not remember an address that leads elsewhere', { ...signedOut, path: '//example.com/a' }, to('/login')],
    [
      'is not fooled by a path that begins like the login page',
      { ...signedOut, path: '/loginx' },
      to('/login?redirect=%2Floginx'),
    ],
    ['loads user and menu before the first page', { ...signedIn, path: '/dashboard' }, load],
    ['loads them for an unknown page as well, since only the menu tells', { ...signedIn, path: '/nowhere' }, load],
    ['proceeds when roles are loaded', { ...known, path: '/admin/sys-role' }, proceed],
    ['sends who is signed in away from the login page', { ...known, path: '/login' }, to('/')],
    ['does so before anything is loaded', { ...signedIn, path: '/login', search: '?redirect=%2Fa' }, to('/')],
    [
      'lets a page be read on when its session has ended',
      { ...signedOut, path: '/a', stayingAt: ['/x', '/a'] },
      proceed,
    ],
    [
      'lets it stay while its operator, signed in again, is loaded',
      { ...signedIn, path: '/a', stayingAt: ['/a'] },
      proceed,
    ],
    ['but no other page', { ...signedOut, path: '/b', stayingAt: ['/a'] }, to('/login?redirect=%2Fb')],
    [
      'leads every path to the set-up while there is no administrator',
      { ...signedOut, path: '/dashboard', setup: 'required' },
      to('/setup'),
    ],
    ['the login page too', { ...signedOut, path: '/login', setup: 'required' }, to('/setup')],
    ['even with an old token', { ...known, path: '/dashboard', setup: 'required' }, to('/setup')],
    ['shows the set-up then', { ...signedOut, path: '/setup', setup: 'required' }, proceed],
    ['shows it as long as nobody knows', { ...signedOut, path: '/setup', setup: 'unknown' }, proceed],
    ['and never again', { ...signedOut, path: '/setup' }, to('/')],
  ] satisfies [string, Visit, ReturnType<typeof guard>][])('%s', (_what, visit, verdict) => {
    expect(guard(visit)).toEqual(verdict)
  })
})

describe('the way back', () => {
  test.each([
    ['/admin/sys-role?pageIndex=2&roleName=%E6%A3%80', '/admin/sys-role?pageIndex=2&roleName=%E6%A3%80'],
    ['/a?x=1#part', '/a?x=1#part'],
    ['/', '/'],
    ['https://example.com', '/'],
    ['//example.com', '/'],
    ['/login?redirect=/a', '/'],
  ])('from %s leads to %s after signing in', (target, expected) => {
    const login = loginPath(target)
    expect(pathAfterLogin(new URL(login, 'http://localhost').search)).toBe(expected)
  })

  test.each([
    ['?redirect=https%3A%2F%2Fexample.com', '/'],
    ['?redirect=%2F%2Fexample.com', '/'],
    ['?redirect=%2F%5Cexample.com', '/'],
    ['?redirect=', '/'],
    ['', '/'],
  ])('a forged query %s leads to %s', (search, expected) => {
    expect(pathAfterLogin(search)).toBe(expected)
  })
})

describe('what is said', () => {
  test.each([
    [
      'an error: its message',
      new Error('getInfo: roles must be a non-null array!'),
      'getInfo: roles must be a non-null array!',
    ],
    ['an error without a message', new Error(''), 'Has Error'],
    ['nothing', undefined, 'Has Error'],
    ['something that is no error', 'a text', 'Has Error'],
  ])('when loading failed with %s', (_what, error, words) => {
    expect(loadFailureText(error)).toBe(words)
  })

  test('in the title of the window: page - app name', () => {
    expect(documentTitle('角色管理', 'Caliper')).toBe('角色管理 - Caliper')
    expect(documentTitle('', 'Caliper')).toBe('Caliper')
  })
})
