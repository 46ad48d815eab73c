import type { Scenario } from './kit/scenario.ts'
import { backup } from './scenarios/backup.ts'
import { bulk } from './scenarios/bulk.ts'
import { candidate } from './scenarios/candidate.ts'
import { clock } from './scenarios/clock.ts'
import { apart } from './scenarios/database-server/apart.ts'
import { far } from './scenarios/database-server/far.ts'
import { remote } from './scenarios/database-server/remote.ts'
import { databaseFull, diskFullDuringPicture, diskLow } from './scenarios/disk-full.ts'
import { folders } from './scenarios/folders.ts'
import { heldMail } from './scenarios/held-mail.ts'
import { ioErrors } from './scenarios/io-errors.ts'
import { kill } from './scenarios/kill.ts'
import { locked, twice } from './scenarios/locked.ts'
import { look } from './scenarios/look.ts'
import { mail } from './scenarios/mail.ts'
import { migration } from './scenarios/migration.ts'
import { mixed } from './scenarios/mixed.ts'
import { order } from './scenarios/order.ts'
import { pictures } from './scenarios/pictures.ts'
import { powerCut, powerCutWithoutSync } from './scenarios/power-cut.ts'
import { slowBodies, slowConnections } from './scenarios/slow.ts'
import { staged } from './scenarios/staged.ts'
import { storeAway } from './scenarios/store-away.ts'
import { largeJson, overload, signInStorm } from './scenarios/storm.ts'
import { tornLog } from './scenarios/torn-log.ts'
import { uploads } from './scenarios/uploads.ts'

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
  locked,
  twice,
  apart,
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
