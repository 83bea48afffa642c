import { expect, test } from 'bun:test'
import { crash } from '../../support/crash'
import { isPostgres } from '../../support/store'

test.skipIf(isPostgres)(
  'every acknowledged write survives kill -9 under 16 writing clients, whole (S82, S83, S86)',
  async () => {
    const { acknowledged, lost, broken } = await crash(3)
    expect(acknowledged).toBeGreaterThan(0)
    expect({ lost, broken }).toEqual({ lost: 0, broken: 0 })
  },
  120_000,
)
