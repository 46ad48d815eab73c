import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobAlertLinks, outbox } from '#db/schema.ts'
import { candidatePlaceholder } from './candidate-links.ts'

/** In a mail: the address of the page that ends an alert or changes it. */
export const alertAddress = (base: string) => `${base}/alerts/${candidatePlaceholder}`

/** In a mail: the address at which an alert is confirmed. */
export const alertConfirmAddress = (base: string) =>
  `${base}/alerts/confirm/${candidatePlaceholder}`

/** A batch statement: adds the link that these mails of alerts carry. */
export const addAlertLink = (db: Db, mails: SQL, hash: string) =>
  db.run(sql`
    insert into ${jobAlertLinks} (id, alert_id)
    select ${hash}, ${outbox.alert_id} from ${outbox}
    where ${outbox.id} in ${mails} and ${outbox.alert_id} is not null`)
