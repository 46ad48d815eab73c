import { backup } from './backup.ts'
import { bulk } from './bulk.ts'
import { candidate } from './candidate.ts'
import { clock } from './clock.ts'
import { databaseFull, diskFullDuringPicture, diskLow } from './disk-full.ts'
import { far } from './far.ts'
import { folders } from './folders.ts'
import { heldMail } from './held-mail.ts'
import { ioErrors } from './io-errors.ts'
import { kill } from './kill.ts'
import { locked, twice } from './locked.ts'
import { look } from './look.ts'
import { mail } from './mail.ts'
import { migration } from './migration.ts'
import { mixed } from './mixed.ts'
import { noise } from './noise.ts'
import { order } from './order.ts'
import { pictures } from './pictures.ts'
import { powerCut, powerCutWithoutSync } from './power-cut.ts'
import { remote } from './remote.ts'
import type { Scenario } from './scenario.ts'
import { slowBodies, slowConnections } from './slow.ts'
import { staged } from './staged.ts'
import { storeAway } from './store-away.ts'
import { largeJson, overload, signInStorm } from './storm.ts'
import { tornLog } from './torn-log.ts'
import { uploads } from './uploads.ts'

export const scenarios: Scenario[] = [
  order,
  kill,
  bulk,
  look,
  databaseFull,
  diskLow,
  diskFullDuringPicture,
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
  heldMail,
  slowConnections,
  slowBodies,
  uploads,
  pictures,
  staged,
  candidate,
  signInStorm,
  overload,
  largeJson,
  mixed,
  mail,
  backup,
]
