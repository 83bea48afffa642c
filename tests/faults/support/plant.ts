import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type App } from '../../support/app'
import { PASSWORD, qcPlant, good, valuesOf } from '../../support/qc/plant'
import { copyInto, endTestStores } from '../../support/store'
import { serve } from './server'

/** Where all of this lies; on a disk, since some of it is about what a disk does. */
const workshop = mkdtempSync(join(tmpdir(), 'caliper-faults-'))

/** A folder of its own. */
export const freshFolder = (name = 'folder-') => mkdtempSync(join(workshop, name))

/** Leaves nothing behind. */
export const clearUp = () => rmSync(workshop, { recursive: true, force: true })

/** Somebody's session, and what records are made of. */
export type Keys = {
  admin: string
  inspector: string
  username: string
  password: string
  record: object
}

let made: Promise<{ folder: string; keys: Keys }> | undefined

/** A data folder with a plant whose administrator and inspector are signed in already. Each is a copy of the first. */
export async function plantFolder(folder = freshFolder('data-')): Promise<{ folder: string; keys: Keys }> {
  const first = await (made ??= makePlant())
  cpSync(first.folder, folder, { recursive: true })
  return { folder, keys: first.keys }
}

/** The same with a server on it, which ends with the fault at the latest. */
export async function servedPlant(options: Parameters<typeof serve>[1] = {}) {
  const { folder, keys } = await plantFolder()
  return { folder, keys, server: await serve(folder, options) }
}

async function makePlant() {
  const folder = freshFolder('plant-')
  const app = await startApp({ settings: { envelopeStatus: 'http' } })
  const keys = await keysOf(app)
  await copyInto(folder, app.store)
  await app.close()
  await endTestStores()
  return { folder, keys }
}

/** Makes a plant. */
export async function keysOf(app: App): Promise<Keys> {
  const plant = await qcPlant(app)
  const template = await plant.template()
  const { data } = await plant.admin.get('/getinfo')
  return {
    admin: plant.admin.token,
    inspector: plant.inspector.token,
    username: data.userName,
    password: PASSWORD,
    record: { templateId: template.templateId, values: valuesOf(template, good) },
  }
}
