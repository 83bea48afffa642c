import { backup } from './backup/backup'
import { clockJump } from './process/clock-jump'
import { damaged } from './disk/damaged'
import { damagedRunning } from './disk/damaged-running'
import { diskFull } from './disk/disk-full'
import type { Fault } from './support/fault'
import { frozenPostgres } from './postgres/frozen'
import { heldLock } from './process/held-lock'
import { ioError } from './disk/io-error'
import { killNine } from './process/kill-nine'
import { killNineLarge } from './process/kill-nine-large'
import { listeners } from './load/listeners'
import { longRun } from './load/long-run'
import { model } from './model'
import { oddBodies } from './load/odd-bodies'
import { noRoom } from './disk/upgrade-without-room'
import { postgresStress } from './postgres/stress'
import { powerCut } from './process/power-cut'
import { processes } from './postgres/processes'
import { restoreKilled } from './backup/restore-killed'
import { secondServer } from './process/second-server'
import { slowConnections } from './load/slow-connections'
import { stop } from './process/stop'

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
