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
const openPassword = (
  secrets: Secrets,
  { password, ...connection }: Connection & { password: string | null },
) => (password === null ? null : secrets.open(password, contextOf(connection)))

type Keys = Pick<StoredSettings, 'kind' | 'tenant' | 'client_id' | 'user'>

/** A client secret is sealed for its app, and it and a service account's key for their mailbox. */
const keyContext = ({ kind, tenant, client_id, user }: Keys) =>
  JSON.stringify(kind === 'microsoft' ? [kind, tenant, client_id, user] : [kind, user])

export const sealKey = (secrets: Secrets, key: string, of: Keys) =>
  secrets.seal(key, keyContext(of))

/**
 * The client secret, or the key of the service account. Undefined when it can't be read with this
 * process's key; null without one.
 */
export function openKey(
  secrets: Secrets,
  stored: Keys & Pick<StoredSettings, 'client_secret' | 'service_account'>,
) {
  const sealed = stored.kind === 'microsoft' ? stored.client_secret : stored.service_account
  return sealed === null ? null : secrets.open(sealed, keyContext(stored))
}

/** What signs in: the password, or the key of the app or service account. As `openKey`. */
export const openSecret = (secrets: Secrets, stored: StoredSettings) =>
  stored.kind === 'smtp' ? openPassword(secrets, stored) : openKey(secrets, stored)
