import { afterAll } from 'bun:test'
import { hashCheaply } from './password'
import { endTestStores } from './store'

hashCheaply()
afterAll(endTestStores)
