import { expect, test } from 'bun:test'
import { launchersOf, type Process } from '#server/commands/lifetime'

const bunDemo = ['/home/a/.bun/bin/bun', 'run', 'demo']
const npxChain = [
  ['/usr/lib/node_modules/bun/bin/bun.exe', 'run', 'demo'],
  ['sh', '-c', "'bun' run demo"],
  ['npm exec bun@1.4.5 run demo'],
]

test.each([
  ['npx, its shell and its bun', [...npxChain, ['-bash']], 3],
  ['the same below a script of somebody', [...npxChain, ['bash', '-c', './try-caliper']], 3],
  ['bun alone, below a terminal', [bunDemo, ['-zsh']], 1],
  ['bun, not the shell that sent it to the background', [bunDemo, ['bash', '-c', 'bun run demo &']], 1],
  ['npm, through its shell', [['sh', '-c', 'bun server/commands/demo.ts'], ['npm run demo'], ['bash']], 2],
  [
    'an npm that runs as a script of node',
    [['sh', '-c', 'bun x.ts'], ['/usr/bin/node', '/usr/bin/npm', 'run', 'demo'], ['bash']],
    2,
  ],
  [
    'npx with the packed archive, below a test runner',
    [
      ['sh', '-c', 'caliper "serve" "--ephemeral"'],
      ['npm exec file:./caliper.tgz serve --ephemeral'],
      ['node', 'test.js'],
    ],
    2,
  ],
  [
    'the same before npx has named itself',
    [
      ['sh', '-c', 'caliper serve'],
      ['node', '/usr/bin/npx', 'caliper', 'serve'],
      ['node', 'test.js'],
    ],
    2,
  ],
  ['nothing, below a test runner', [['node', 'tests/runner.js'], ['npm test']], 0],
  ['nothing, when started directly from a terminal', [['bash']], 0],
])('what started us: %s', (_who, commands, count) => {
  const processes = [['bun', 'server/commands/demo.ts'], ...commands].map((command, index): Process => ({
    pid: 100 - index,
    parent: 99 - index,
    command,
    startedAt: '1',
    isAlive: true,
  }))
  const launchers = launchersOf(100, (pid) => processes.find((process) => process.pid === pid))
  expect(launchers.map(({ command }) => command)).toEqual(commands.slice(0, count))
})
