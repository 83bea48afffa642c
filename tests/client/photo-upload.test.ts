import { expect, spyOn, test } from 'bun:test'
import { photoApi } from '../../client/api/qc/photo'

test.each([
  [40_000, 70],
  [500_000, 185],
])('a photo of %d bytes may take %d s to arrive: a weak network sends 4 kB in a second', async (bytes, seconds) => {
  using limit = spyOn(AbortSignal, 'timeout')
  using _ = spyOn(globalThis, 'fetch').mockImplementation(
    Object.assign(async () => Response.json({ requestId: '1', code: 200, msg: '', data: null }), { preconnect() {} }),
  )
  await photoApi.upload(new Blob([new Uint8Array(bytes)]))
  expect(limit.mock.calls).toEqual([[seconds * 1000]])
})
