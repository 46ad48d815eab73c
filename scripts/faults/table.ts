import { backup } from './backup.ts'
import { clock } from './clock.ts'
import { databaseFull, diskLow } from './disk-full.ts'
import { far } from './far.ts'
import { folders } from './folders.ts'
import { ioErrors } from './io-errors.ts'
import { kill } from './kill.ts'
import { locked, twice } from './locked.ts'
import { mail } from './mail.ts'
import { migration } from './migration.ts'
import { mixed } from './mixed.ts'
import { noise } from './noise.ts'
import { order } from './order.ts'
import { powerCut, powerCutWithoutSync } from './power-cut.ts'
import { remote } from './remote.ts'
import type { Scenario } from './scenario.ts'
import { slowBodies, slowConnections } from './slow.ts'
import { storeAway } from './store-away.ts'
import { largeJson, overload, signInStorm } from './storm.ts'
import { tornLog } from './torn-log.ts'
import { uploads } from './uploads.ts'

export const scenarios: Scenario[] = [
  order,
  kill,
  databaseFull,
  diskLow,
  ioErrors,
  folders,
  tornLog,
  powerCut,
  powerCutWithoutSync,
  noise,
  locked,
  twice,
  migration,
  remote,
  far,
  storeAway,
  clock,
  slowConnections,
  slowBodies,
  uploads,
  signInStorm,
  overload,
  largeJson,
  mixed,
  mail,
  backup,
]
