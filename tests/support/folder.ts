import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quickFolder } from './database/memory-folder'

const madeIn = (parent: string) => mkdtempSync(join(parent, 'caliper-test-'))
const root = madeIn(tmpdir())
const quickRoot = madeIn(quickFolder())

/** A folder of its own, gone when the tests end. */
export const testFolder = () => mkdtempSync(join(root, 'folder-'))

/** As {@link testFolder}, in memory where there is some: for many small databases that are written to all the time. */
export const quickTestFolder = () => mkdtempSync(join(quickRoot, 'folder-'))

export function removeTestFolders() {
  for (const folder of [root, quickRoot]) rmSync(folder, { recursive: true, force: true })
}
