import { expect, test } from 'bun:test'
import { codes } from '#shared/envelope'
import { Failure } from '../../client/api/failure'
import { keyedWrite } from '../../client/api/keyed-write'

const write = (roleName: string) => keyedWrite('POST', '/role', { body: { roleName } })!

test.each<[what: string, failure: Failure, isSame: boolean]>([
  ['the database hangs', new Failure(codes.busy, 'busy', { requestId: '1' }), true],
  ['a proxy answers', new Failure(502, 'Bad Gateway'), true],
  ['the server refuses', new Failure(codes.conflict, 'taken', { requestId: '1' }), false],
])(
  'where %s, the next press of the same button has its own key only if nothing can have been written',
  (what, failure, isSame) => {
    const first = write(what)
    first.ended(failure)
    const second = write(what)
    expect(second.key === first.key).toBe(isSame)
    second.ended(undefined)
    expect(write(what).key).not.toBe(second.key)
  },
)
