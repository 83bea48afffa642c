import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, createImages, thisBuild } from '#server/commands/ephemeral/start-images'
import { startBackend, stopBackend } from '../support/backend'
import { testFolder } from '../support/folder'

/** What a start of `serve --ephemeral` keeps for the next one. */
const TIMEOUT_MS = 120_000

function kept() {
  const folder = testFolder()
  const database = join(folder, 'made.sqlite')
  writeFileSync(database, 'a year')
  return { folder: join(folder, 'caliper'), database }
}

describe('an image', () => {
  test('is found again by the same build and kind, the latest first, and by no other', () => {
    const { folder, database } = kept()
    const images = createImages(folder, 'year', 'a1')
    expect(images.find()).toBeUndefined()
    images.keep(database, 1000)
    images.keep(database, 2000)
    expect(images.find()).toMatchObject({ madeAt: 2000 })
    expect(createImages(folder, 'year', 'a2').find()).toBeUndefined()
    expect(createImages(folder, 'plain', 'a1').find()).toBeUndefined()
    images.drop(images.find()!.path)
    expect(images.find()).toMatchObject({ madeAt: 1000 })
  })

  test('goes when three others were used since', () => {
    const { folder, database } = kept()
    for (const build of ['a1', 'a2', 'a3', 'a4', 'a5']) createImages(folder, 'year', build).keep(database, 1)
    expect(readdirSync(folder)).toHaveLength(3)
  })

  test('that cannot be kept is no fault', () => {
    const { database } = kept()
    const images = createImages(join(database, 'below-a-file'), 'year', 'a1')
    images.keep(database, 1)
    expect(images.find()).toBeUndefined()
  })

  test('lies in the cache of the user, and is of one build', async () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/elsewhere' })).toBe('/elsewhere/caliper')
    expect(await thisBuild()).toMatch(/^[\da-f]{64}$/)
  })
})

test(
  'a second start takes the image of the first, and makes a damaged one anew',
  async () => {
    const cache = testFolder()
    const folder = join(cache, 'caliper')
    const madeAt = async () => {
      const backend = await startBackend([], { XDG_CACHE_HOME: cache })
      const read = async () => {
        const answer = await backend.api('GET', '/role', { token: await backend.signIn() })
        return answer.data.list[0].createdAt as string
      }
      const at = await read()
      await backend.reset()
      expect(await read()).toBe(at)
      expect(await stopBackend(backend)).toBe(0)
      return at
    }
    const first = await madeAt()
    const names = readdirSync(folder)
    expect(names).toHaveLength(1)
    expect(await madeAt()).toBe(first)
    expect(readdirSync(folder)).toEqual(names)

    truncateSync(join(folder, names[0]!), 5000)
    expect(await madeAt()).not.toBe(first)
    expect(existsSync(join(folder, names[0]!))).toBe(false)
    expect(readdirSync(folder)).toHaveLength(1)
  },
  TIMEOUT_MS,
)
