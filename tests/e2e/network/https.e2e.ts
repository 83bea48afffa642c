import { chromium } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptByDevice, watch } from '../support/device'
import { proxyOf } from '../support/proxy'
import { signIn } from '../support/sign-in'
import { expect, test } from '../support/test'
import { chromiumArgs, findChromium } from '../../support/chromium'

/** Makes an authority and a certificate by it, with the commands of docs/operations.md, for `localhost`. */
async function authorityIn(folder: string) {
  const manual = await Bun.file('docs/operations.md').text()
  const [, commands] = manual.match(/```sh\n(openssl req -x509[^`]+ca\.key[^`]+)```/) ?? []
  if (!commands) throw new Error('The manual does not say how to make an authority.')
  const script = `set -e\n${commands.replaceAll('caliper.example.com', 'localhost')}
    openssl x509 -in ca.crt -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`
  const { stdout, exitCode } = Bun.spawnSync(['sh', '-c', script], { cwd: folder })
  expect(exitCode).toBe(0)
  const lines = stdout.toString().trim().split('\n')
  expect(lines[0]).toBe('server.crt: OK')
  const read = (name: string) => Bun.file(join(folder, name)).text()
  return { key: await read('caliper.key'), cert: await read('caliper.crt'), publicKey: lines.at(-1)! }
}

// Chromium is told by the hash of its key to accept what the authority has signed: there is no store of trusted ones here.
test('over HTTPS with a private authority the client is kept and starts without a network; who does not trust it sees nothing', async ({
  server,
  account,
}) => {
  test.skip(!Bun.which('openssl'), 'needs openssl')
  const folder = await mkdtemp(join(tmpdir(), 'caliper-https-'))
  const authority = await authorityIn(folder)
  await using proxy = await proxyOf(server.url, authority)
  const executablePath = await findChromium()
  const open = (profile: string, args: string[]) =>
    chromium.launchPersistentContext(join(folder, profile), {
      executablePath,
      args: [...chromiumArgs, ...args],
      serviceWorkers: 'allow',
      viewport: { width: 390, height: 844 },
      locale: 'zh-CN',
    })
  try {
    const stranger = await open('stranger', [])
    await expect(stranger.pages()[0]!.goto(proxy.url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')
    await stranger.close()

    const phone = await open('phone', [`--ignore-certificate-errors-spki-list=${authority.publicKey}`])
    const faults = watch(phone)
    const page = await phone.newPage()
    await page.goto(`${proxy.url}/caliper/qr-code-info`)
    await signIn(page, account('inspector'))
    await expect(page.getByRole('button', { name: '用相机扫描' })).toBeVisible()
    const [cookie] = (await phone.cookies()).filter(({ name }) => name === 'Admin-Token')
    expect(cookie).toMatchObject({ secure: true, sameSite: 'Strict' }) // S20
    await keptByDevice(page)
    await phone.setOffline(true)
    await page.reload()
    await expect(page.getByRole('navigation', { name: '常用' })).toBeVisible()
    await phone.close()
    expect(faults).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
