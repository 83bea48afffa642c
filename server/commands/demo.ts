import { bootstrap } from './bootstrap'

await bootstrap()
const { demo } = await import('./run-demo')
await demo()
