import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'caliper-test-'))

/** A folder of its own, gone when the tests end. */
export const testFolder = () => mkdtempSync(join(root, 'folder-'))

export const removeTestFolders = (): void => rmSync(root, { recursive: true, force: true })
