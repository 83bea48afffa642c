import { backup } from './backup'
import { clockJump } from './clock-jump'
import { damaged } from './damaged'
import { damagedRunning } from './damaged-running'
import { diskFull } from './disk-full'
import type { Fault } from './fault'
import { frozenPostgres } from './frozen-postgres'
import { heldLock } from './held-lock'
import { ioError } from './io-error'
import { killNine } from './kill-nine'
import { killNineLarge } from './kill-nine-large'
import { listeners } from './listeners'
import { longRun } from './long-run'
import { model } from './model'
import { oddBodies } from './odd-bodies'
import { noRoom } from './no-room'
import { postgresStress } from './postgres-stress'
import { powerCut } from './power-cut'
import { processes } from './processes'
import { restoreKilled } from './restore-killed'
import { secondServer } from './second-server'
import { slowConnections } from './slow-connections'
import { stop } from './stop'

/** All of them, in the order in which they are done. */
export const faults: Fault[] = [
  killNine,
  killNineLarge,
  powerCut,
  diskFull,
  ioError,
  damaged,
  damagedRunning,
  secondServer,
  processes,
  postgresStress,
  frozenPostgres,
  heldLock,
  clockJump,
  stop,
  backup,
  restoreKilled,
  noRoom,
  oddBodies,
  slowConnections,
  listeners,
  longRun,
  model,
]
