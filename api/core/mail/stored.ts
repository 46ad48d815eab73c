import { eq } from 'drizzle-orm'
import type { Connection } from '#api/office/email-settings/contract.ts'
import type { Db } from '#db/client.ts'
import { emailSettings as table } from '#db/schema.ts'
import type { Secrets } from '../environment/secrets.ts'

export type StoredSettings = typeof table.$inferSelect

export async function readStored(db: Db): Promise<StoredSettings | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, 1))
  return row
}

/** A password is sealed for its connection: with another host in the row, it doesn't open. */
const contextOf = ({ host, port, security, user }: Connection) =>
  JSON.stringify([host, port, security, user])

export const sealPassword = (secrets: Secrets, password: string, connection: Connection) =>
  secrets.seal(password, contextOf(connection))

/** Undefined when it can't be read with this process's key; null without one. */
export const openPassword = (
  secrets: Secrets,
  { password, ...connection }: Connection & { password: string | null },
) => (password === null ? null : secrets.open(password, contextOf(connection)))
