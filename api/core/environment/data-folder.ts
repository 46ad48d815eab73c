import path from 'node:path'
import { fileOf } from '#db/embedded/node-sqlite.ts'

/** Where the database file is, or `data` when the database is on a server. */
export const dataFolder = (databaseUrl: string) =>
  databaseUrl.startsWith('file:') ? path.dirname(fileOf(databaseUrl)) : path.resolve('data')
