import { createApp } from '#server/app'
import { startApp } from './tests/support/app'
void createApp
const rows = Number(process.argv[2] ?? 2000)
const app = await startApp()
const admin = await app.signedIn('*:*:*')
const depts: number[] = []
for (let i = 0; i < 40; i++) depts.push((await admin.post('/dept', { parentId: 0, deptName: `d${i}` })).data)
async function run(path: string, csv: string, dry: 0 | 1) {
  const body = new FormData()
  body.append('file', new Blob([csv]), 'u.csv')
  let end = false
  let worst = 0
  const writer = (async () => {
    for (let i = 0; !end; i++) {
      const began = performance.now()
      await admin.post('/post', { postName: 'p', postCode: `p${dry}${path.length}-${i}` })
      worst = Math.max(worst, performance.now() - began)
      await Bun.sleep(5)
    }
  })()
  const began = performance.now()
  const res = await app.app.request(`/api/v1${path}?dryRun=${dry}`, { method: 'POST', headers: { authorization: `Bearer ${admin.token}` }, body })
  const answer = (await res.json()) as any
  const took = performance.now() - began
  end = true
  await writer
  console.log(process.env.CALIPER_TEST_DATABASE ?? 'sqlite', path, rows, dry ? 'dry ' : 'save', answer.code, answer.data?.valid, 'took', Math.round(took), 'worst POST', Math.round(worst))
}
const users = ['username,nickName,dept,post,roles', ...Array.from({ length: rows }, (_, i) => `imp.${i},Name ${i},d${i % 40},,${i % 2 ? 'viewer' : 'inspector'}`)].join('\n')
await run('/sys-user/import', users, 1)
await run('/sys-user/import', users, 0)
await admin.post('/dict/type', { dictName: 'm', dictType: 'm_type' })
const data = ['dictType,dictLabel,dictValue', ...Array.from({ length: rows }, (_, i) => `m_type,Label ${i},v${i}`)].join('\n')
await run('/dict/data/import', data, 1)
await run('/dict/data/import', data, 0)
const types = ['dictName,dictType', ...Array.from({ length: rows }, (_, i) => `Name ${i},t_${i}`)].join('\n')
await run('/dict/type/import', types, 1)
await run('/dict/type/import', types, 0)
await app.close()
process.exit(0)
