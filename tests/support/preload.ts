import { afterAll } from 'bun:test'
import { endTestStores } from './store'

afterAll(endTestStores)
