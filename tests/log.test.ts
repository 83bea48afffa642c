import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { openSync } from 'node:fs'
import { errorFields } from '#server/log'

/** Runs a program that logs, and answers what it wrote. */
function logged(program: string, stderr: 'pipe' | number = 'pipe') {
  const source = `const { log } = await import('./server/log.ts'); ${program}`
  return Bun.spawnSync([process.execPath, '-e', source], { cwd: `${import.meta.dir}/..`, stderr, stdout: 'pipe' })
}

test('an event is one line of JSON, whatever input is in it (S101)', () => {
  const path = '\n{"level":"info"}\u001b[31m\u009b31m\u202e\u2028\u007f'
  const { stderr } = logged(`log('warn', 'request', ${JSON.stringify({ path })})`)
  const lines = stderr!.toString().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^[\u0020-\u007e]+$/)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', event: 'request', path })
})

test('a log that cannot be written does not end the program (S84)', () => {
  const program = `log('info', 'one'); await Bun.sleep(20); log('info', 'two'); await Bun.sleep(20); console.log('alive')`
  const { exitCode, stdout } = logged(program, openSync('/dev/full', 'w'))
  expect([exitCode, stdout!.toString()]).toEqual([0, 'alive\n'])
})

test('the values of a failed query are left out (S100)', () => {
  const error = new DrizzleQueryError('select $1', ['secret-name'], new Error('connection refused'))
  expect(errorFields(error)).toEqual({ error: 'Failed query', query: 'select $1', cause: 'connection refused' })
  expect(JSON.stringify(errorFields(error))).not.toContain('secret-name')
})
