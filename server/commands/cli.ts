import { SettingsError } from '../env'
import { StartError } from '../platform/store/start-error'
import { say, UsageError, type Command } from './support/command-line'
import { nearest } from './nearest'

/** Every command, in the order of the list. The modules of a command are loaded when it is called. */
export const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import('./run/run-serve'),
  demo: () => import('./run/run-demo'),
  ready: () => import('./run/run-ready'),
  backup: () => import('./run/run-backup'),
  restore: () => import('./run/run-restore'),
  migrate: () => import('./run/run-migrate'),
  'admin create': () => import('./run/run-admin-create'),
  'admin reset-password': () => import('./run/run-admin-reset-password'),
  export: () => import('./run/run-export'),
  doctor: () => import('./run/run-doctor'),
  'audit verify': () => import('./run/run-audit-verify'),
  'spc report': () => import('./run/run-spc-report'),
  service: () => import('./run/run-service'),
  version: () => import('./run/run-version'),
}

/** Wrong use, or invalid settings: a retry changes nothing. The message says how to fix it. */
const USAGE = 2
const FAILED = 1

const isHelp = (word: string | undefined) => word === '--help' || word === '-h'

/**
 * `caliper <args>`.
 * @returns the exit code; undefined while a server keeps the process alive
 */
export async function cli(args: string[]): Promise<number | undefined> {
  const [first] = args
  if (first === undefined) {
    say(await list())
    return USAGE
  }
  if (isHelp(first) || first === 'help') return help(args.slice(1))
  if (first === '--version' || first === '-V') return cli(['version', ...args.slice(1)])
  const named = find(args)
  if (!named) return args.slice(1).some(isHelp) ? help([first]) : unknown(args)
  const { command } = await commands[named.name]!()
  if (named.rest.some(isHelp)) return show(command)
  return ended(`See: caliper ${named.name} --help`, () => command.run(named.rest))
}

/**
 * Runs `work`. A problem that the person at the terminal can fix is shown in one line, a wrong use with `hint` after
 * it; any other error is a fault, and is thrown.
 * @returns the exit code; undefined while a server keeps the process alive
 */
export async function ended<Code>(hint: string, work: () => Promise<Code>): Promise<Code | number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UsageError) {
      say(`${error.message.replace(/\.?$/, '.')} ${hint}`.trim())
      return USAGE
    }
    if (!(error instanceof StartError) && !(error instanceof SettingsError)) throw error
    say(error.message)
    return error instanceof SettingsError ? USAGE : FAILED
  }
}

/** The command at the beginning of `args`, with two words or one. */
function find(args: readonly string[]): { name: string; rest: string[] } | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    if (Object.hasOwn(commands, name)) return { name, rest: args.slice(words) }
  }
  return undefined
}

async function help(args: string[]): Promise<number> {
  const named = find(args)
  if (named) return show((await commands[named.name]!()).command)
  const [first] = args
  if (first !== undefined) return groupOf(first).length > 0 ? showGroup(first) : unknown(args)
  console.log(await list())
  return 0
}

function show({ help }: Command): number {
  console.log(help.trim())
  return 0
}

/** The commands of two words that begin with `word`. */
const groupOf = (word: string) => Object.keys(commands).filter((name) => name.startsWith(`${word} `))

async function showGroup(word: string): Promise<number> {
  const lines = await linesOf(groupOf(word))
  console.log(
    [
      `Usage: caliper ${word} <command> [options]`,
      '',
      ...lines,
      '',
      `caliper ${word} <command> --help says more of one.`,
    ].join('\n'),
  )
  return 0
}

/** One line each, in columns. */
function linesOf(names: string[]): Promise<string[]> {
  const width = Math.max(...names.map((name) => name.length))
  return Promise.all(names.map(async (name) => `  ${name.padEnd(width)}  ${(await commands[name]!()).command.summary}`))
}

async function list(): Promise<string> {
  return [
    'Caliper: quality control, in one program with its data in one folder.',
    '',
    'Usage: caliper <command> [options]',
    '',
    ...(await linesOf(Object.keys(commands))),
    '',
    'caliper <command> --help says more of one. The data lie in ./data, or where CALIPER_DATA_DIR says;',
    'as root, where Caliper is installed as a service, commands work on its data, with its settings.',
  ].join('\n')
}

function unknown(args: readonly string[]): number {
  const typed = args.slice(0, 2).join(' ')
  const near = nearest(Object.keys(commands), args)
  const proposal = near.length > 0 ? `Did you mean: ${near.join(', ')}?` : 'See: caliper --help'
  say(`There is no command "${near.some((name) => name.includes(' ')) ? typed : args[0]}". ${proposal}`)
  return USAGE
}
