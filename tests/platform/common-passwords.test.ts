import { describe, expect, test } from 'bun:test'
import { hashPassword } from '#server/platform/security/password'

test('thousands of common passwords are known, among those that are long enough (S3)', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = dictionary['passwords-common'].filter(({ length }) => length >= 8)
  expect(common.length).toBeGreaterThan(3000)
  for (const known of [common[0]!, common[3000]!, common.at(-1)!]) {
    await expect(hashPassword(known.toUpperCase())).rejects.toThrow('password.common')
  }
})

describe('what is common here is known as well (S3)', () => {
  const common = (password: string) =>
    hashPassword(password).then(
      () => false,
      ({ key }: { key: string }) => key === 'password.common',
    )

  test.each(
    (
      'woaini1314 5201314520 woaini123 1314520520 a12345678 qq123456 abc123456 1234567a aa123456 147258369 110110110 ' +
      '88888888 66668888 woaini520 wang1234 zhang@123 li123456 mima1234 wo123456 qwe@1234 woaini19880808 19880808 ' +
      '12345678.. 1314woaini laopo520 Woaini!!1314 ｗｏａｉｎｉ５２０ asdf@1234 123456abc'
    )
      .split(' ')
      .map((password) => [password]),
  )('%s is refused', async (password) => {
    expect(await common(password)).toBe(true)
  })

  test.each([
    ['eight figures at random', '84629174'],
    ['signs alone', '#$(!-.,;'],
    ['signs with a year', '#$(!1984'],
    ['a sentence', 'woaini henduo nian le'],
    ['Chinese words', '我的零件都在抽屉里'],
    ['a word with a long number', 'wang8462917435'],
    ['as long as they may be', 'abc123520'.repeat(14) + 'wx'],
  ])('%s may be chosen', async (_, password) => {
    expect(await common(password)).toBe(false)
  })
})
